import { isInGroup } from '@loquat/client'
import type { ChannelObject, GroupSettingValue, InitialState } from '@loquat/contract'
import {
  type ChannelPermission,
  channelPermissions,
  type PermissionRow,
  type RealmPermission,
  realmPermissions,
} from '@loquat/contract/light'

/** Whether somebody holds a permission, as the server decides it: guests only hold what everyone may. */
const holds = (
  state: InitialState,
  userId: number,
  value: GroupSettingValue | undefined,
  row: PermissionRow,
): boolean => (row.everyone === true || !isGuest(state, userId)) && isInGroup(state, userId, value)

const isGuest = (state: InitialState, userId: number) =>
  userId === state.user_id
    ? state.is_guest === true
    : state.realm_users?.find((one) => one.user_id === userId)?.is_guest === true

export const holdsInRealm = (
  state: InitialState,
  permission: RealmPermission,
  userId = state.user_id ?? 0,
): boolean => holds(state, userId, state[`realm_${permission}`], realmPermissions[permission])

export const holdsInChannel = (
  state: InitialState,
  channel: ChannelObject,
  permission: ChannelPermission,
): boolean => holds(state, state.user_id ?? 0, channel[permission], channelPermissions[permission])

export function channelIn(state: InitialState, channelId: number): ChannelObject | undefined {
  const lists = [state.subscriptions, state.unsubscribed, state.never_subscribed, state.streams]
  for (const list of lists) {
    const found = (list as ChannelObject[] | undefined)?.find((one) => one.stream_id === channelId)
    if (found !== undefined) return found
  }
  return undefined
}

export const isSubscribed = (state: InitialState, channelId: number): boolean =>
  state.subscriptions?.some((one) => one.stream_id === channelId) === true
