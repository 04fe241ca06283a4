import type { ChannelObject, InitialState, UserGroupObject } from '@loquat/contract'
import { type GroupPermission, groupPermissions, type PermissionRow } from '@loquat/contract/light'
import { amongHolders } from '../people/user-groups.ts'
import { holdsInChannel, holdsInRealm } from './can-holds.ts'

/** What the reader may change about channels and groups; `can` answers for messages. The server decides again. */

type Judge<T> = (state: InitialState, about: T) => boolean

export const mayAdministerChannel: Judge<ChannelObject> = (state, channel) =>
  state.is_admin === true || holdsInChannel(state, channel, 'can_administer_channel_group')

export const mayAddSubscribers: Judge<ChannelObject> = (state, channel) =>
  state.is_guest !== true &&
  (mayAdministerChannel(state, channel) ||
    holdsInRealm(state, 'can_add_subscribers_group') ||
    holdsInChannel(state, channel, 'can_add_subscribers_group'))

export const mayRemoveSubscribers: Judge<ChannelObject> = (state, channel) =>
  state.is_guest !== true &&
  (mayAdministerChannel(state, channel) || holdsInChannel(state, channel, 'can_remove_subscribers_group'))

/** Private channels are joined by invitation, or by those whom the channel lets in. */
export const maySubscribe: Judge<ChannelObject> = (state, channel) => {
  if (channel.is_archived) return false
  if (channel.is_web_public) return true
  if (state.is_guest === true) return false
  return (
    !channel.invite_only ||
    holdsInChannel(state, channel, 'can_subscribe_group') ||
    holdsInChannel(state, channel, 'can_add_subscribers_group')
  )
}

const holdsInGroup = (state: InitialState, group: UserGroupObject, permission: GroupPermission): boolean => {
  const row: PermissionRow = groupPermissions[permission]
  if (group.is_system_group || (state.is_guest === true && row.everyone !== true)) return false
  return amongHolders(state, group[permission])
}

export const mayManageGroup: Judge<UserGroupObject> = (state, group) =>
  !group.is_system_group &&
  (holdsInRealm(state, 'can_manage_all_groups') || holdsInGroup(state, group, 'can_manage_group'))

export const mayAddMembers: Judge<UserGroupObject> = (state, group) =>
  mayManageGroup(state, group) || holdsInGroup(state, group, 'can_add_members_group')

export const mayRemoveMembers: Judge<UserGroupObject> = (state, group) =>
  mayManageGroup(state, group) || holdsInGroup(state, group, 'can_remove_members_group')

export const mayJoinGroup: Judge<UserGroupObject> = (state, group) =>
  mayAddMembers(state, group) || holdsInGroup(state, group, 'can_join_group')

export const mayLeaveGroup: Judge<UserGroupObject> = (state, group) =>
  mayRemoveMembers(state, group) || holdsInGroup(state, group, 'can_leave_group')

export const mayCreateGroups = (state: InitialState) => holdsInRealm(state, 'can_create_groups')
export const mayCreateBots = (state: InitialState) => holdsInRealm(state, 'can_create_bots_group')
export const mayAddEmoji = (state: InitialState) => holdsInRealm(state, 'can_add_custom_emoji_group')
export const mayMakeLinks = (state: InitialState) => holdsInRealm(state, 'create_multiuse_invite_group')
