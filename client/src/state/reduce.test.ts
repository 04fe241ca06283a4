import type { InitialState, QueueEvent, UnreadMessages } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { isInGroup } from './groups.ts'
import { reduce } from './reduce.ts'
import { withoutUnread, withUnread } from './unread.ts'

const me = 1

const nothingUnread: UnreadMessages = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
}

type Message = QueueEvent<'message'>['message']

function messageEvent(changes: Partial<Message>, flags: QueueEvent<'message'>['flags'] = []): QueueEvent {
  const message: Message = {
    id: 10,
    type: 'stream',
    stream_id: 5,
    subject: 'Fruit',
    display_recipient: 'general',
    recipient_id: 1,
    content: '',
    rendered_content: '',
    content_type: 'text/html',
    sender_id: 2,
    sender_full_name: 'Bob',
    sender_email: 'bob@example.com',
    sender_realm_str: '',
    avatar_url: null,
    client: 'website',
    is_me_message: false,
    timestamp: 0,
    reactions: [],
    submessages: [],
    topic_links: [],
    ...changes,
  }
  return { type: 'message', id: 1, message, flags }
}

/** Makes any change to the value an error. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) frozen(inner)
    Object.freeze(value)
  }
  return value
}

const sender = { user_id: 2, email: 'bob@example.com' }

const events: QueueEvent[] = [
  messageEvent({}),
  { type: 'realm_user', op: 'update', id: 2, person: { user_id: me, role: 200 } },
  { type: 'realm_user', op: 'update', id: 3, person: { user_id: me, full_name: 'New' } },
  { type: 'user_group', op: 'add_members', id: 4, group_id: 1, user_ids: [me] },
  { type: 'user_group', op: 'remove_members', id: 5, group_id: 1, user_ids: [me] },
  { type: 'stream', op: 'create', id: 6, streams: [] },
  { type: 'stream', op: 'delete', id: 7, streams: [{ stream_id: 5 }], stream_ids: [5] },
  { type: 'subscription', op: 'add', id: 8, subscriptions: [] },
  { type: 'subscription', op: 'remove', id: 9, subscriptions: [{ stream_id: 5, name: 'general' }] },
  { type: 'subscription', op: 'peer_add', id: 10, stream_ids: [5], user_ids: [2] },
  { type: 'subscription', op: 'peer_remove', id: 11, stream_ids: [5], user_ids: [2] },
  {
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    id: 12,
    flag: 'read',
    messages: [10],
    all: false,
  },
  {
    type: 'update_message_flags',
    op: 'remove',
    operation: 'remove',
    id: 13,
    flag: 'read',
    messages: [10],
    all: false,
    message_details: { 10: { type: 'stream', stream_id: 5, topic: 'Fruit', unmuted_stream_msg: true } },
  },
  { type: 'subscription', op: 'update', id: 15, stream_id: 5, property: 'pin_to_top', value: true },
  { type: 'alert_words', id: 16, alert_words: ['plum'] },
  { type: 'typing', op: 'start', id: 17, message_type: 'stream', sender, stream_id: 5, topic: 'Fruit' },
  { type: 'typing', op: 'stop', id: 18, message_type: 'direct', sender, recipients: [sender] },
  { type: 'heartbeat', id: 14 } as unknown as QueueEvent,
]

describe('reduce', () => {
  it('adds no state that was not fetched', () => {
    for (const event of events) expect(reduce({}, event), event.type).toEqual({})
    const only: InitialState = { max_message_id: 3 }
    expect(events.reduce(reduce, only)).toEqual({ max_message_id: 10 })
  })

  it('does not modify its input', () => {
    const state = frozen<InitialState>({
      user_id: me,
      max_message_id: 3,
      unread_msgs: nothingUnread,
      starred_messages: [],
      recent_private_conversations: [],
      realm_users: [],
      streams: [],
      subscriptions: [],
      unsubscribed: [],
      never_subscribed: [],
      realm_user_groups: [],
    })
    for (const event of events) expect(() => reduce(state, event), event.type).not.toThrow()
    expect(events.reduce((before, event) => frozen(reduce(before, event)), state).unread_msgs).toEqual({
      ...nothingUnread,
      count: 1,
      streams: [{ stream_id: 5, topic: 'Fruit', unread_message_ids: [10] }],
    })
  })

  it('ignores unknown events', () => {
    const state: InitialState = { max_message_id: 3 }
    const unknown = { type: 'weather', op: 'change', id: 1 } as unknown as QueueEvent
    expect(reduce(state, unknown)).toBe(state)
    const flagged = { ...events[11], flag: 'sparkling' } as QueueEvent
    expect(reduce(state, flagged)).toEqual(state)
  })

  it('lists unread mentions of the user and of everyone', () => {
    for (const flag of ['mentioned', 'wildcard_mentioned'] as const) {
      const state = reduce({ user_id: me, unread_msgs: nothingUnread }, messageEvent({}, [flag]))
      expect(state.unread_msgs).toMatchObject({ count: 1, mentions: [10] })
    }
    const read = reduce({ user_id: me, unread_msgs: nothingUnread }, messageEvent({}, ['read', 'mentioned']))
    expect(read.unread_msgs).toEqual(nothingUnread)
  })
})

describe('Unread messages', () => {
  it('are added to their conversation, sorted', () => {
    let unread = nothingUnread
    const add = (id: number, place: Parameters<typeof withUnread>[3]) => {
      unread = withUnread(unread, me, id, place, false)
    }
    add(9, { kind: 'direct', userIds: [me, 7] })
    add(4, { kind: 'direct', userIds: [7] })
    add(5, { kind: 'direct', userIds: [me, 3] })
    add(6, { kind: 'direct', userIds: [me] })
    add(7, { kind: 'direct', userIds: [] })
    add(8, { kind: 'direct', userIds: [30, me, 4] })
    add(3, { kind: 'direct', userIds: [4, 30] })
    add(2, { kind: 'channel', channelId: 5, topic: 'b' })
    add(1, { kind: 'channel', channelId: 5, topic: 'A' })
    add(11, { kind: 'channel', channelId: 5, topic: 'a' })
    add(12, { kind: 'channel', channelId: 2, topic: 'z' })
    const pm = (id: number, ...unread_message_ids: number[]) => ({
      other_user_id: id,
      sender_id: id,
      unread_message_ids,
    })
    expect(unread).toEqual({
      ...nothingUnread,
      count: 11,
      pms: [pm(me, 6, 7), pm(3, 5), pm(7, 4, 9)],
      huddles: [{ user_ids_string: '1,4,30', unread_message_ids: [3, 8] }],
      streams: [
        { stream_id: 2, topic: 'z', unread_message_ids: [12] },
        { stream_id: 5, topic: 'A', unread_message_ids: [1, 11] },
        { stream_id: 5, topic: 'b', unread_message_ids: [2] },
      ],
    })
  })

  it('are decremented only for listed messages', () => {
    const place = { kind: 'channel', channelId: 5, topic: 'a' } as const
    const unread = [1, 2].reduce((all, id) => withUnread(all, me, id, place, id === 1), nothingUnread)
    expect(withoutUnread(unread, [1, 404])).toEqual({
      ...nothingUnread,
      count: 1,
      streams: [{ stream_id: 5, topic: 'a', unread_message_ids: [2] }],
    })
    expect(withoutUnread(unread, [1, 2])).toEqual(nothingUnread)
  })
})

describe('isInGroup', () => {
  it('looks through subgroups and unnamed sets', () => {
    const group = { description: '', date_created: null, creator_id: null, is_system_group: true }
    const nobody = {
      can_add_members_group: 1,
      can_join_group: 1,
      can_leave_group: 1,
      can_manage_group: 1,
      can_mention_group: 1,
      can_remove_members_group: 1,
    }
    const create = (id: number, members: number[], direct_subgroup_ids: number[]) => ({
      ...group,
      ...nobody,
      id,
      name: `group ${id}`,
      members,
      direct_subgroup_ids,
      deactivated: false,
    })
    const state: InitialState = {
      realm_user_groups: [create(1, [], []), create(2, [20], []), create(3, [30], [2]), create(4, [], [3])],
    }
    expect([20, 30, 40].filter((id) => isInGroup(state, id, 4))).toEqual([20, 30])
    expect([20, 30].filter((id) => isInGroup(state, id, 2))).toEqual([20])
    const value = { direct_members: [40], direct_subgroups: [2] }
    expect([20, 30, 40].filter((id) => isInGroup(state, id, value))).toEqual([20, 40])
    expect(isInGroup(state, 20, 404)).toBe(false)
    expect(isInGroup(state, 20, undefined)).toBe(false)
  })
})
