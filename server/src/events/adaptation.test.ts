import { type ClientCapabilities, clientCapabilities, eventKey } from '@loquat/contract'
import { randomNumbers } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { abilitiesOf, adaptations } from './adaptation.ts'
import type { Audience } from './audience.ts'
import { type LogBody, LoggedEvent } from './logged-event.ts'
import type { QueueOptions } from './queue-options.ts'
import { serialize } from './serialize.ts'

type Ability = keyof typeof adaptations
type Marks = Pick<Audience, 'with' | 'without'>

/** The form in which a client gets an event: unchanged, not at all, or with these changes. */
type Told = 'as it is' | 'nothing' | object
type Row = [ability: Ability, event: LogBody, received: { with: Told; without: Told }, marks?: Marks]

const message = {
  id: 5,
  type: 'stream',
  subject: '',
  content: '*hi*',
  rendered_content: '<p><em>hi</em></p>',
  sender_id: 7,
} as Extract<LogBody, { type: 'message' }>['message']

const said = (change: object): LogBody => ({
  type: 'message',
  message: { ...message, avatar: { url: '/picture.png', omissible: true }, ...change },
})
/** To a client that has everything. */
const heard = (change: object) => ({
  message: {
    ...message,
    content: message.rendered_content,
    content_type: 'text/html',
    avatar_url: null,
    ...change,
  },
})

const place = { message_type: 'stream', stream_id: 3, topic: 'lunch' } as const
const person = { user_id: 7, email: 'dave@example.com' }
const typing = { type: 'typing', op: 'start', message_type: 'stream', sender: person, stream_id: 3 } as const
const editing = { type: 'typing_edit_message', op: 'start', sender_id: 7, message_id: 5 } as const
const group = { type: 'user_group', op: 'remove', group_id: 9 } as const
const archived: LogBody = { type: 'stream', op: 'delete', streams: [{ stream_id: 3 }], stream_ids: [3] }
const unread = { type: 'update_message_flags', op: 'remove', operation: 'remove', flag: 'read' } as const
const unset = { push_notifications: null }
const subscribed = {
  type: 'subscription',
  op: 'add',
  channels: [{ stream_id: 3 }],
  personal: [{ channel: 3, is: unset, of: [1] }],
} as unknown as LogBody
const subscribedTo = {
  channels: undefined,
  personal: undefined,
  subscriptions: [{ stream_id: 3, in_home_view: true, ...unset }],
}
const always = { with: 'as it is', without: 'as it is' } as const
const onlyWith = { with: 'as it is', without: 'nothing' } as const
const onlyWithout = { with: 'nothing', without: 'as it is' } as const

const rows: Row[] = [
  [
    'apply_markdown',
    said({}),
    { with: heard({}), without: heard({ content: '*hi*', content_type: 'text/x-markdown' }) },
  ],
  ['client_external_avatar', said({}), { with: heard({}), without: heard({ avatar_url: '/picture.png' }) }],
  [
    'client_external_avatar',
    said({ avatar: { url: '/picture.png', omissible: false } }),
    { with: heard({ avatar_url: '/picture.png' }), without: heard({ avatar_url: '/picture.png' }) },
  ],
  [
    'slim_presence',
    {
      type: 'presence',
      ...person,
      server_timestamp: 1,
      presence: { website: { client: 'website', status: 'active', timestamp: 1, pushable: false } },
    },
    { with: { email: undefined }, without: 'as it is' },
  ],
  ['notification_settings_null', subscribed, { with: subscribedTo, without: subscribedTo }],
  ['bulk_message_deletion', { type: 'delete_message', message_ids: [5, 6], ...place }, onlyWith],
  ['bulk_message_deletion', { type: 'delete_message', message_id: 5, ...place }, onlyWithout],
  [
    'user_avatar_url_field_optional',
    {
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: 7,
        avatar_url: '/picture.png',
        avatar_url_medium: '/medium.png',
        avatar_source: 'U',
        avatar_version: 2,
      },
    },
    always,
  ],
  ['stream_typing_notifications', { ...typing, topic: 'lunch' }, onlyWith],
  [
    'stream_typing_notifications',
    { type: 'typing', op: 'start', message_type: 'direct', sender: person, recipients: [person] },
    always,
  ],
  [
    'stream_typing_notifications',
    { ...editing, recipient: { type: 'channel', channel_id: 3, topic: 'lunch' } },
    onlyWith,
  ],
  ['stream_typing_notifications', { ...editing, recipient: { type: 'direct', user_ids: [7, 8] } }, always],
  [
    'user_settings_object',
    { type: 'user_settings', op: 'update', property: 'enter_sends', value: true },
    always,
  ],
  [
    'user_settings_object',
    { type: 'update_display_settings', user: person.email, setting_name: 'enter_sends', setting: true },
    onlyWithout,
  ],
  [
    'user_settings_object',
    {
      type: 'update_global_notifications',
      user: person.email,
      notification_name: 'enable_sounds',
      setting: true,
    },
    onlyWithout,
  ],
  ['linkifier_url_template', { type: 'realm_linkifiers', realm_linkifiers: [] }, onlyWith],
  [
    'user_list_incomplete',
    { type: 'realm_user', op: 'remove', person: { user_id: 7, full_name: 'Unknown user' } },
    onlyWithout,
    { without: 'user_list_incomplete' },
  ],
  ['include_deactivated_groups', group, onlyWithout, { without: 'include_deactivated_groups' }],
  [
    'include_deactivated_groups',
    { ...group, op: 'update', data: { deactivated: true } },
    onlyWith,
    { with: 'include_deactivated_groups' },
  ],
  ['archived_channels', archived, onlyWithout, { without: 'archived_channels' }],
  [
    'archived_channels',
    { type: 'subscription', op: 'peer_add', stream_ids: [3], user_ids: [7] },
    onlyWith,
    { with: 'archived_channels' },
  ],
  ['archived_channels', archived, always],
  ['empty_topic_name', said({}), { with: heard({}), without: heard({ subject: 'general chat' }) }],
  [
    'empty_topic_name',
    said({ subject: 'lunch' }),
    { with: heard({ subject: 'lunch' }), without: heard({ subject: 'lunch' }) },
  ],
  [
    'empty_topic_name',
    said({ type: 'private' }),
    { with: heard({ type: 'private' }), without: heard({ type: 'private' }) },
  ],
  [
    'empty_topic_name',
    {
      type: 'update_message',
      message_id: 5,
      orig_subject: '',
      subject: 'lunch',
      flags: [],
    } as unknown as LogBody,
    { with: { flags: ['read'] }, without: { orig_subject: 'general chat', flags: ['read'] } },
  ],
  [
    'empty_topic_name',
    {
      type: 'update_message',
      message_id: 5,
      orig_subject: 'lunch',
      subject: '',
      flags: [],
    } as unknown as LogBody,
    { with: { flags: ['read'] }, without: { subject: 'general chat', flags: ['read'] } },
  ],
  [
    'empty_topic_name',
    {
      ...unread,
      messages: [5],
      all: false,
      message_details: { 5: { type: 'stream', stream_id: 3, topic: '' } },
    } as LogBody,
    {
      with: 'as it is',
      without: { message_details: { 5: { type: 'stream', stream_id: 3, topic: 'general chat' } } },
    },
  ],
  [
    'empty_topic_name',
    { type: 'delete_message', message_ids: [5], ...place, topic: '' },
    { with: 'as it is', without: { topic: 'general chat' } },
  ],
  [
    'empty_topic_name',
    { type: 'user_topic', stream_id: 3, topic_name: '', last_updated: 1, visibility_policy: 1 },
    { with: 'as it is', without: { topic_name: 'general chat' } },
  ],
  [
    'empty_topic_name',
    { type: 'muted_topics', muted_topics: [['general', '', 1]] },
    { with: 'as it is', without: { muted_topics: [['general', 'general chat', 1]] } },
  ],
  ['empty_topic_name', { ...typing, topic: '' }, { with: 'as it is', without: { topic: 'general chat' } }],
  [
    'empty_topic_name',
    { ...editing, recipient: { type: 'channel', channel_id: 3, topic: '' } },
    {
      with: 'as it is',
      without: { recipient: { type: 'channel', channel_id: 3, topic: 'general chat' } },
    },
  ],
  [
    'pinned_messages',
    { type: 'pinned_message', op: 'remove', message_id: 1, stream_id: 1 },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'pinned_messages',
    { type: 'channel_bookmarks', stream_id: 1, bookmarks: [] },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'restored_messages',
    { type: 'restored_messages', message_ids: [1] },
    { with: 'as it is', without: 'nothing' },
  ],
  ['message_reports', { type: 'message_reports' }, { with: 'as it is', without: 'nothing' }],
  ['interactive_messages', { type: 'bot_commands' }, { with: 'as it is', without: 'nothing' }],
  [
    'interactive_messages',
    {
      type: 'interaction',
      interaction: { interaction_id: 1, kind: 'action', user_id: 3, timestamp: 1, response_url: '' },
    },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'interactive_messages',
    {
      type: 'ephemeral_message',
      ephemeral_message: {
        ephemeral_id: 1,
        sender_id: 3,
        content: '',
        rendered_content: '',
        timestamp: 1,
        expires_timestamp: 2,
      },
    },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'saved_searches',
    { type: 'saved_searches', op: 'remove', saved_search_id: 1 },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'calls',
    { type: 'call_signal', call_id: 1, participant_id: 1, to_participant_id: 2, data: '' },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'later_items',
    { type: 'later_items', op: 'remove', later_id: 1 },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'channel_folders',
    { type: 'channel_folder', op: 'reorder', order: [2, 1] },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'channel_folders',
    { type: 'channel_folder_preferences', order: [], collapsed: [1] },
    { with: 'as it is', without: 'nothing' },
  ],
  [
    'channel_folders',
    { type: 'stream', op: 'update', stream_id: 1, name: 'general', property: 'folder_id', value: 2 },
    { with: 'as it is', without: 'nothing' },
  ],
]

const capabilityNames = Object.keys(clientCapabilities.shape) as (keyof ClientCapabilities)[]

function client(has: (ability: Ability) => boolean): QueueOptions {
  const capabilities = Object.fromEntries(capabilityNames.map((name) => [name, has(name)]))
  return {
    applyMarkdown: has('apply_markdown'),
    externalAvatar: has('client_external_avatar'),
    slimPresence: has('slim_presence'),
    eventTypes: null,
    allPublicChannels: false,
    narrow: [],
    capabilities: capabilities as ClientCapabilities,
  }
}

const textFor = (event: LoggedEvent, options: QueueOptions) =>
  serialize(event, { userId: 1, queueId: 'queue', options, abilities: abilitiesOf(options), addressed: true })

function received(body: LogBody, marks: Marks, options: QueueOptions): Told {
  const text = textFor(new LoggedEvent(42, body, { everyone: true, ...marks }, null), options)
  return text === undefined ? 'nothing' : JSON.parse(text)
}

function meant(body: LogBody, is: Told): Told {
  if (is === 'nothing') return is
  const flags = body.type === 'message' ? { flags: [] } : {}
  return { ...body, ...flags, ...(is === 'as it is' ? {} : (is as object)), id: 42 }
}

describe('Adaptation to clients', () => {
  const named = rows.map((row) => [`${row[0]}, ${eventKey(row[1])}`, row] as const)
  it.each(named)('%s', (_name, [ability, body, is, marks = {}]) => {
    const able = client(() => true)
    const unable = client((one) => one !== ability)
    expect(received(body, marks, able), 'a client with it').toEqual(meant(body, is.with))
    expect(received(body, marks, unable), 'a client without it').toEqual(meant(body, is.without))
  })

  it('covers each capability and option', () => {
    expect(new Set(rows.map(([ability]) => ability))).toEqual(new Set(Object.keys(adaptations)))
    expect(Object.keys(adaptations)).toEqual(expect.arrayContaining(capabilityNames))
  })

  it('serializes an event once for all clients without relevant differences', () => {
    const bodies: Partial<Record<LogBody['type'], [LogBody, texts: number]>> = {
      message: [said({}), 8],
      typing: [{ ...typing, topic: '' }, 4],
      presence: [{ type: 'presence', ...person, server_timestamp: 1, presence: {} } as unknown as LogBody, 2],
      reaction: [{ type: 'reaction', op: 'add' } as LogBody, 1],
      user_group: [group, 1],
    }
    const random = randomNumbers(1)
    for (const [type, row] of Object.entries(bodies)) {
      const [body, texts] = row
      const event = new LoggedEvent(42, body, { everyone: true }, null)
      for (let n = 0; n < 1_000; n++)
        textFor(
          event,
          client(() => random(2) === 1),
        )
      expect(event.variants.size, type).toBe(texts)
    }
  })
})
