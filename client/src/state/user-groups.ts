import type { BodyOf, InitialState, UserGroupObject } from '@loquat/contract'
import { createChannelDenial, inviteDenial, webPublicDenial } from '@loquat/contract/light'
import { patch } from './people.ts'
import { StatePermissions } from './permissions.ts'

const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

export function withGroup(state: InitialState, { group }: BodyOf<'user_group:add'>): InitialState {
  const others = state.realm_user_groups?.filter((one) => one.id !== group.id)
  return patch(state, { realm_user_groups: others && [...others, group].sort((a, b) => a.id - b.id) })
}

export function withoutGroup(state: InitialState, { group_id }: BodyOf<'user_group:remove'>): InitialState {
  return patch(state, { realm_user_groups: state.realm_user_groups?.filter((one) => one.id !== group_id) })
}

export function withGroupChange(state: InitialState, event: BodyOf<'user_group:update'>): InitialState {
  return withChange(state, event.group_id, (group) => ({ ...group, ...event.data }) as UserGroupObject)
}

export function withMembers(state: InitialState, event: BodyOf<'user_group:add_members'>): InitialState {
  return withChange(state, event.group_id, (group) => ({
    ...group,
    members: ascending([...group.members, ...event.user_ids]),
  }))
}

export function withoutMembers(
  state: InitialState,
  event: BodyOf<'user_group:remove_members'>,
): InitialState {
  return withChange(state, event.group_id, (group) => ({
    ...group,
    members: group.members.filter((id) => !event.user_ids.includes(id)),
  }))
}

export function withSubgroups(state: InitialState, event: BodyOf<'user_group:add_subgroups'>): InitialState {
  return withChange(state, event.group_id, (group) => ({
    ...group,
    direct_subgroup_ids: ascending([...group.direct_subgroup_ids, ...event.direct_subgroup_ids]),
  }))
}

export function withoutSubgroups(
  state: InitialState,
  event: BodyOf<'user_group:remove_subgroups'>,
): InitialState {
  return withChange(state, event.group_id, (group) => ({
    ...group,
    direct_subgroup_ids: group.direct_subgroup_ids.filter((id) => !event.direct_subgroup_ids.includes(id)),
  }))
}

/** Groups that were not fetched, such as deactivated ones, stay unknown. */
function withChange(
  state: InitialState,
  groupId: number,
  change: (group: UserGroupObject) => UserGroupObject,
): InitialState {
  const groups = state.realm_user_groups?.map((group) => (group.id === groupId ? change(group) : group))
  return withOwnPermissions(patch(state, { realm_user_groups: groups }))
}

/** Recomputes the user's permissions from the groups. */
export function withOwnPermissions(state: InitialState): InitialState {
  if (state.user_id === undefined || state.realm_user_groups === undefined) return state
  if (
    state.can_create_public_streams === undefined ||
    state.realm_can_create_public_channel_group === undefined
  ) {
    return state
  }
  const context = new StatePermissions(state)
  const { viewer } = context
  if (viewer === undefined) return state
  const canCreatePublic = createChannelDenial(context, viewer, false) === undefined
  const canCreatePrivate = createChannelDenial(context, viewer, true) === undefined
  const isWebPublicEnabled = state.server_web_public_streams_enabled === true
  return patch(state, {
    can_create_public_streams: canCreatePublic,
    can_create_private_streams: canCreatePrivate,
    can_create_streams: canCreatePublic || canCreatePrivate,
    can_create_web_public_streams: webPublicDenial(context, viewer, isWebPublicEnabled) === undefined,
    can_invite_others_to_realm: inviteDenial(context, viewer) === undefined,
  })
}
