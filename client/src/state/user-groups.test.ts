import type { InitialState, QueueEvent, UserGroupObject } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { reduce } from './reduce.ts'

const me = 1

const group = (id: number, changes: Partial<UserGroupObject> = {}): UserGroupObject => ({
  id,
  name: `group ${id}`,
  description: '',
  date_created: 0,
  creator_id: null,
  members: [],
  direct_subgroup_ids: [],
  is_system_group: false,
  deactivated: false,
  can_add_members_group: 2,
  can_join_group: 2,
  can_leave_group: 2,
  can_manage_group: 2,
  can_mention_group: 2,
  can_remove_members_group: 2,
  ...changes,
})

const start = {
  user_id: me,
  is_guest: false,
  realm_user_groups: [group(2), group(5, { members: [me] }), group(9)],
  can_create_streams: false,
  can_create_public_streams: false,
  can_create_private_streams: false,
  can_create_web_public_streams: false,
  can_invite_others_to_realm: false,
  realm_can_create_public_channel_group: 9,
  realm_can_create_private_channel_group: 2,
} as unknown as InitialState

type GroupEvent = Extract<QueueEvent, { type: 'user_group' }>
type WithoutHead<E> = E extends GroupEvent ? Omit<E, 'id' | 'type'> : never

const after = (...events: WithoutHead<GroupEvent>[]) =>
  events.map((event) => ({ id: 1, type: 'user_group', ...event }) as QueueEvent).reduce(reduce, start)

describe('Groups in the state', () => {
  it('stay sorted by ID, even when an old one returns', () => {
    const state = after({ op: 'remove', group_id: 5 }, { op: 'add', group: group(5) })
    expect(state.realm_user_groups?.map((one) => one.id)).toEqual([2, 5, 9])
  })

  it('change in one property', () => {
    const state = after({ op: 'update', group_id: 5, data: { deactivated: true } })
    expect(state.realm_user_groups?.[1]).toEqual(group(5, { members: [me], deactivated: true }))
  })

  it('stay unknown if they were not fetched', () => {
    const state = after(
      { op: 'update', group_id: 7, data: { name: 'other' } },
      { op: 'add_members', group_id: 7, user_ids: [me] },
      { op: 'remove', group_id: 7 },
    )
    expect(state).toEqual(start)
  })

  it('grant and revoke permissions through subgroups', () => {
    const nested: WithoutHead<GroupEvent> = { op: 'add_subgroups', group_id: 9, direct_subgroup_ids: [5, 2] }
    const rights = (state: InitialState) => [
      state.can_create_public_streams,
      state.can_create_private_streams,
    ]
    expect(rights(after(nested))).toEqual([true, false])
    expect(after(nested).realm_user_groups?.[2]?.direct_subgroup_ids).toEqual([2, 5])
    const apart = after(nested, { op: 'remove_subgroups', group_id: 9, direct_subgroup_ids: [5] })
    expect(rights(apart)).toEqual([false, false])
    const left = after(nested, { op: 'remove_members', group_id: 5, user_ids: [me] })
    expect(rights(left)).toEqual([false, false])
    const joined = after(nested, { op: 'add_members', group_id: 2, user_ids: [me] })
    expect(rights(joined)).toEqual([true, true])
  })
})
