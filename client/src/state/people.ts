import type { BodyOf, InitialState, RegisteredUser } from '@loquat/contract'
import { isInGroup } from './groups.ts'

export function withUser(state: InitialState, { person }: BodyOf<'realm_user:add'>): InitialState {
  const { is_active: _, ...user } = person
  const others = state.realm_users?.filter((one) => one.user_id !== user.user_id)
  return patch(state, { realm_users: others && [...others, user].sort((a, b) => a.user_id - b.user_id) })
}

export function withUserChange(state: InitialState, { person }: BodyOf<'realm_user:update'>): InitialState {
  const change = (users: RegisteredUser[] | undefined) =>
    users?.map((user) => (user.user_id === person.user_id ? { ...user, ...changedFields(person) } : user))
  const isMe = person.user_id === state.user_id
  return patch(state, {
    realm_users: change(state.realm_users),
    realm_non_active_users: change(state.realm_non_active_users),
    ...(isMe && 'full_name' in person ? { full_name: person.full_name } : {}),
    ...(isMe && 'role' in person
      ? {
          is_owner: person.role === 100,
          is_admin: person.role <= 200,
          is_moderator: person.role === 300,
          is_guest: person.role === 600,
        }
      : {}),
  })
}

type Person = BodyOf<'realm_user:update'>['person']

function changedFields(person: Person): Partial<RegisteredUser> {
  if ('full_name' in person) return { full_name: person.full_name }
  const { role } = person
  return { role, is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 }
}

export function withGroup(state: InitialState, { group }: BodyOf<'user_group:add'>): InitialState {
  return patch(state, { realm_user_groups: state.realm_user_groups && [...state.realm_user_groups, group] })
}

export function withMembers(state: InitialState, event: BodyOf<'user_group:add_members'>): InitialState {
  return withMembership(state, event.group_id, (members) =>
    [...new Set([...members, ...event.user_ids])].sort((a, b) => a - b),
  )
}

export function withoutMembers(
  state: InitialState,
  event: BodyOf<'user_group:remove_members'>,
): InitialState {
  return withMembership(state, event.group_id, (members) =>
    members.filter((id) => !event.user_ids.includes(id)),
  )
}

function withMembership(
  state: InitialState,
  groupId: number,
  change: (members: number[]) => number[],
): InitialState {
  const groups = state.realm_user_groups?.map((group) =>
    group.id === groupId ? { ...group, members: change(group.members) } : group,
  )
  return withOwnRights(patch(state, { realm_user_groups: groups }))
}

/** What the user may do follows from the groups; guests hold none of these. */
function withOwnRights(state: InitialState): InitialState {
  if (state.user_id === undefined || state.realm_user_groups === undefined) return state
  if (
    state.can_create_public_streams === undefined ||
    state.realm_can_create_public_channel_group === undefined
  ) {
    return state
  }
  const { user_id: me } = state
  const holds = (value: Parameters<typeof isInGroup>[2]) =>
    state.is_guest !== true && isInGroup(state, me, value)
  const mayCreatePublic = holds(state.realm_can_create_public_channel_group)
  const mayCreatePrivate = holds(state.realm_can_create_private_channel_group)
  return patch(state, {
    can_create_public_streams: mayCreatePublic,
    can_create_private_streams: mayCreatePrivate,
    can_create_streams: mayCreatePublic || mayCreatePrivate,
    can_create_web_public_streams:
      state.server_web_public_streams_enabled === true &&
      state.realm_enable_spectator_access === true &&
      holds(state.realm_can_create_web_public_channel_group),
    can_invite_others_to_realm: holds(state.realm_can_invite_users_group),
  })
}

/** Changes only what was fetched in the first place. */
export function patch(state: InitialState, changes: Partial<InitialState>): InitialState {
  const known = Object.entries(changes).filter(([name, value]) => value !== undefined && name in state)
  return { ...state, ...Object.fromEntries(known) }
}
