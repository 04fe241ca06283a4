import { readFileSync } from 'node:fs'
import type { ChannelObject, InitialState, UserGroupObject } from '@loquat/contract'
import { denialReasons } from '@loquat/contract/light'
import { expect, it } from 'vitest'
import { type Action, actionDenial, type Denial } from './action-denial.ts'

const me = 1
const nobody = 1
const admins = 2
const members = 3
const everyone = 4
const group = (id: number, name: string, people: number[], subgroups: number[] = []) =>
  ({
    id,
    name,
    members: people,
    direct_subgroup_ids: subgroups,
    is_system_group: name.startsWith('role:'),
    can_mention_group: everyone,
  }) as unknown as UserGroupObject

const channel = (stream_id: number, more: Partial<ChannelObject> = {}) =>
  ({
    stream_id,
    name: `c${stream_id}`,
    is_archived: false,
    invite_only: false,
    is_web_public: false,
    history_public_to_subscribers: true,
    can_send_message_group: everyone,
    can_add_subscribers_group: nobody,
    can_subscribe_group: nobody,
    can_administer_channel_group: nobody,
    ...more,
  }) as ChannelObject

type Role = 'guest' | 'member' | 'moderator' | 'admin'
const person = (user_id: number, more = {}) => ({ user_id, is_bot: false, is_guest: false, ...more })

function stateOf(role: Role, more: Partial<InitialState> = {}): InitialState {
  const isAdmin = role === 'admin'
  return {
    user_id: me,
    is_admin: isAdmin,
    is_moderator: role === 'moderator',
    is_guest: role === 'guest',
    realm_users: [
      person(me),
      person(2),
      person(7, { is_bot: true, bot_owner_id: me }),
      person(8, { is_bot: true }),
    ],
    realm_non_active_users: [person(9)],
    realm_user_groups: [
      group(nobody, 'role:nobody', []),
      group(admins, 'role:administrators', isAdmin ? [me] : []),
      group(members, 'role:members', role === 'guest' ? [2] : [me, 2]),
      group(everyone, 'role:everyone', role === 'guest' ? [me] : [], [members]),
      group(20, 'helpers', []),
      { ...group(21, 'leads', []), can_mention_group: nobody },
    ],
    subscriptions: [channel(10), channel(11, { invite_only: true }), channel(12, { is_archived: true })],
    never_subscribed: [
      channel(13),
      channel(14, { invite_only: true }),
      channel(15, { can_send_message_group: admins }),
      channel(16, { invite_only: true, can_subscribe_group: members }),
      channel(17, { is_web_public: true }),
      channel(18, { can_administer_channel_group: { direct_members: [me], direct_subgroups: [] } }),
    ],
    recent_private_conversations: [{ user_ids: [2], max_message_id: 5 }],
    realm_allow_message_editing: true,
    realm_message_content_edit_limit_seconds: 600,
    realm_message_content_delete_limit_seconds: 600,
    realm_move_messages_within_stream_limit_seconds: 1000,
    realm_move_messages_between_streams_limit_seconds: 500,
    realm_can_delete_any_message_group: admins,
    realm_can_delete_own_message_group: everyone,
    realm_can_move_messages_between_topics_group: everyone,
    realm_can_move_messages_between_channels_group: members,
    realm_can_resolve_topics_group: everyone,
    realm_can_mention_many_users_group: admins,
    realm_can_invite_users_group: members,
    realm_can_create_public_channel_group: members,
    realm_can_create_private_channel_group: everyone,
    realm_can_create_web_public_channel_group: admins,
    realm_enable_spectator_access: true,
    server_web_public_streams_enabled: true,
    realm_direct_message_permission_group: everyone,
    realm_direct_message_initiator_group: everyone,
    ...more,
  } as unknown as InitialState
}

const now = 10_000_000
const seconds = now / 1000
const said = (age: number, more = {}) => ({ sender_id: me, stream_id: 10, timestamp: seconds - age, ...more })

const rows: [Role, Action, Denial | undefined, Partial<InitialState>?][] = [
  ['member', { kind: 'post', channelId: 10 }, undefined],
  ['member', { kind: 'post', channelId: 12 }, 'archived'],
  ['member', { kind: 'post', channelId: 13 }, undefined],
  ['guest', { kind: 'post', channelId: 13 }, 'no-access'],
  ['guest', { kind: 'post', channelId: 17 }, undefined],
  ['guest', { kind: 'post', channelId: 11 }, undefined],
  ['member', { kind: 'post', channelId: 14 }, 'no-access'],
  ['admin', { kind: 'post', channelId: 14 }, 'no-access'],
  ['member', { kind: 'post', channelId: 15 }, 'post-not-permitted'],
  ['admin', { kind: 'post', channelId: 15 }, undefined],
  ['member', { kind: 'post', channelId: 16 }, undefined],
  ['guest', { kind: 'post', channelId: 16 }, 'no-access'],
  ['member', { kind: 'post', channelId: 99 }, 'no-access'],

  ['member', { kind: 'post-directly', userIds: [2] }, undefined],
  ['member', { kind: 'post-directly', userIds: [] }, undefined],
  ['member', { kind: 'post-directly', userIds: [2, 9] }, 'recipient-deactivated'],
  [
    'member',
    { kind: 'post-directly', userIds: [2] },
    'direct-off',
    { realm_direct_message_permission_group: nobody },
  ],
  [
    'member',
    { kind: 'post-directly', userIds: [7] },
    undefined,
    { realm_direct_message_permission_group: nobody },
  ],
  [
    'member',
    { kind: 'post-directly', userIds: [2] },
    'direct-restricted',
    { realm_direct_message_permission_group: admins },
  ],
  [
    'guest',
    { kind: 'post-directly', userIds: [2] },
    undefined,
    { realm_direct_message_permission_group: members },
  ],
  [
    'member',
    { kind: 'post-directly', userIds: [2] },
    undefined,
    { realm_direct_message_initiator_group: admins },
  ],

  ['member', { kind: 'edit', message: said(599) }, undefined],
  ['member', { kind: 'edit', message: said(601) }, 'edit-late'],
  [
    'member',
    { kind: 'edit', message: said(9e5) },
    undefined,
    { realm_message_content_edit_limit_seconds: null },
  ],
  ['admin', { kind: 'edit', message: said(0, { sender_id: 2 }) }, 'edit-not-own'],
  ['member', { kind: 'edit', message: said(0) }, 'edit-off', { realm_allow_message_editing: false }],
  ['member', { kind: 'edit', message: said(0, { submessages: [{ msg_type: 'widget' }] }) }, 'edit-poll'],
  ['member', { kind: 'edit', message: said(0, { stream_id: 12 }) }, 'archived'],
  ['member', { kind: 'edit', message: said(0, { stream_id: undefined }) }, undefined],

  ['member', { kind: 'delete', message: said(599) }, undefined],
  ['member', { kind: 'delete', message: said(601) }, 'delete-late'],
  ['member', { kind: 'delete', message: said(0, { sender_id: 2 }) }, 'delete-not-permitted'],
  ['member', { kind: 'delete', message: said(0, { sender_id: 7 }) }, undefined],
  ['member', { kind: 'delete', message: said(0, { sender_id: 8 }) }, 'delete-not-permitted'],
  [
    'member',
    { kind: 'delete', message: said(0) },
    'delete-not-permitted',
    { realm_can_delete_own_message_group: admins },
  ],
  ['admin', { kind: 'delete', message: said(9e5, { sender_id: 2 }) }, undefined],
  ['admin', { kind: 'delete', message: said(0, { stream_id: 12 }) }, 'archived'],

  ['member', { kind: 'move', message: said(999, { sender_id: 2 }) }, undefined],
  ['member', { kind: 'move', message: said(1001) }, 'move-late'],
  ['moderator', { kind: 'move', message: said(9e5) }, undefined],
  [
    'member',
    { kind: 'move', message: said(0) },
    'move-not-permitted',
    { realm_can_move_messages_between_topics_group: nobody },
  ],
  ['member', { kind: 'move', message: said(0, { stream_id: undefined }) }, 'move-direct'],
  ['member', { kind: 'move', message: said(499), toChannelId: 13 }, undefined],
  ['member', { kind: 'move', message: said(501), toChannelId: 13 }, 'move-late'],
  ['member', { kind: 'move', message: said(501), toChannelId: 10 }, undefined],
  ['member', { kind: 'move', message: said(0), toChannelId: 15 }, 'post-not-permitted'],
  [
    'guest',
    { kind: 'move', message: said(0), toChannelId: 17 },
    'move-not-permitted',
    { realm_can_move_messages_between_channels_group: everyone },
  ],

  ['guest', { kind: 'resolve', channelId: 10, topic: 'a' }, undefined],
  ['member', { kind: 'resolve', channelId: 10, topic: '' }, 'resolve-no-topic'],
  ['member', { kind: 'resolve', channelId: 12, topic: 'a' }, 'archived'],
  [
    'member',
    { kind: 'resolve', channelId: 10, topic: 'a' },
    'resolve-not-permitted',
    { realm_can_resolve_topics_group: admins },
  ],

  ['guest', { kind: 'react', message: said(9e5, { sender_id: 2 }) }, undefined],
  ['member', { kind: 'react', message: said(0, { stream_id: 12 }) }, 'archived'],

  ['member', { kind: 'delete-topic', channelId: 10 }, 'administrators-only'],
  ['admin', { kind: 'delete-topic', channelId: 10 }, undefined],

  ['member', { kind: 'mention-everyone', reach: 15 }, undefined],
  ['member', { kind: 'mention-everyone', reach: 16 }, 'wildcard-not-permitted'],
  ['member', { kind: 'mention-everyone', reach: 16, isDirect: true }, undefined],
  ['admin', { kind: 'mention-everyone', reach: 16 }, undefined],
  ['member', { kind: 'mention-group', groupId: 20 }, undefined],
  ['member', { kind: 'mention-group', groupId: 21 }, 'group-not-permitted'],
  ['admin', { kind: 'mention-group', groupId: members }, 'group-not-permitted'],
  ['member', { kind: 'mention-group', groupId: 99 }, 'group-not-permitted'],

  ['member', { kind: 'invite' }, undefined],
  ['guest', { kind: 'invite' }, 'invite-not-permitted'],
  ['member', { kind: 'create-channel', privacy: 'public' }, undefined],
  ['member', { kind: 'create-channel', privacy: 'web-public' }, 'create-not-permitted'],
  // Guests never have permissions that are limited to members, regardless of their groups.
  ['guest', { kind: 'create-channel', privacy: 'private' }, 'create-not-permitted'],
  ['member', { kind: 'administer-channel', channelId: 10 }, 'administrators-only'],
  ['member', { kind: 'administer-channel', channelId: 18 }, undefined],
  ['guest', { kind: 'administer-channel', channelId: 18 }, 'administrators-only'],
  ['admin', { kind: 'administer-channel', channelId: 10 }, undefined],
  ['member', { kind: 'administer' }, 'administrators-only'],
  ['admin', { kind: 'administer' }, undefined],
]

it('an action denial is a reason, or undefined', () => {
  for (const [role, action, expected, more] of rows) {
    const answer = actionDenial(action, stateOf(role, more), now)
    expect(answer, `${role} ${JSON.stringify(action)} ${JSON.stringify(more)}`).toBe(expected)
  }
})

it('the server decides whether a direct conversation is new, because the app knows only the newest ones', () => {
  const state = stateOf('member', {
    realm_direct_message_initiator_group: admins,
    recent_private_conversations: [],
  })
  expect(actionDenial({ kind: 'post-directly', userIds: [2] }, state, now)).toBeUndefined()
  expect(actionDenial({ kind: 'post-directly', userIds: [2, 9] }, state, now)).toBe('recipient-deactivated')
})

it('every reason has a text', () => {
  const path = new URL('../texts/en/denied.json', import.meta.url)
  const ids = [...denialReasons, 'logged-out'].map((reason) => `denied.${reason}`)
  expect(Object.keys(JSON.parse(readFileSync(path, 'utf8'))).sort()).toEqual(ids.sort())
})

it('users without an account may do nothing', () => {
  for (const [, action] of rows) expect(actionDenial(action, {}, now)).toBe('logged-out')
})
