import type { InitialState } from '@loquat/contract'
import { ascending } from '../navigation/conversation.ts'
import { channelIn, holdsInChannel, holdsInRealm, isSubscribed } from './can-holds.ts'

export type PostReason =
  | 'no-access'
  | 'archived'
  | 'post-not-permitted'
  | 'recipient-deactivated'
  | 'direct-off'
  | 'direct-restricted'
  | 'direct-first'

export function canPost(state: InitialState, channelId: number): true | PostReason {
  const channel = channelIn(state, channelId)
  if (channel === undefined) return 'no-access'
  if (channel.is_archived) return 'archived'
  if (!holdsInChannel(state, channel, 'can_send_message_group')) return 'post-not-permitted'
  const isOpen = channel.is_web_public || (!channel.invite_only && state.is_guest !== true)
  const mayEnter =
    channel.history_public_to_subscribers &&
    (holdsInChannel(state, channel, 'can_add_subscribers_group') ||
      holdsInChannel(state, channel, 'can_subscribe_group'))
  return isOpen || isSubscribed(state, channelId) || mayEnter ? true : 'no-access'
}

/** Whether one may write to people. Bots may always be written to. */
export function canPostDirectly(state: InitialState, userIds: readonly number[]): true | PostReason {
  const me = state.user_id ?? 0
  const others = ascending(userIds).filter((id) => id !== me)
  if (others.some((id) => state.realm_non_active_users?.some((user) => user.user_id === id)))
    return 'recipient-deactivated'
  const isBot = (id: number) =>
    [...(state.realm_users ?? []), ...(state.cross_realm_bots ?? [])].some(
      (user) => user.user_id === id && user.is_bot,
    )
  if (others.every(isBot)) return true
  if (![me, ...others].some((id) => holdsInRealm(state, 'direct_message_permission_group', id))) {
    const nobody = state.realm_user_groups?.find((group) => group.name === 'role:nobody')?.id
    return state.realm_direct_message_permission_group === nobody ? 'direct-off' : 'direct-restricted'
  }
  const name = others.join()
  const isKnown = state.recent_private_conversations?.some((one) => ascending(one.user_ids).join() === name)
  return isKnown || holdsInRealm(state, 'direct_message_initiator_group') ? true : 'direct-first'
}
