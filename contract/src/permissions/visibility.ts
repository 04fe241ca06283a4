import {
  isAdmin,
  isGuest,
  type PermissionChannel,
  type PermissionContext,
  type PermissionUser,
} from './context.ts'
import { hasChannelPermission } from './holders.ts'

/** Whether a user can see a channel: its name, description, settings and subscribers. */
export function canSeeChannel(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
): boolean {
  if (canReadChannel(context, user, channel)) return true
  if (isGuest(user)) return false
  return isAdmin(user) || hasChannelPermission(context, user, channel, 'can_administer_channel_group')
}

/** Whether a user can read and subscribe to a channel. Administrators have no extra access here. */
export function canReadChannel(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
): boolean {
  // The most common case first, because membership lookups are the slowest.
  if (channel.isWebPublic || (!channel.inviteOnly && !isGuest(user))) return true
  return channel.subscribers.has(user.id) || canJoinPrivately(context, user, channel)
}

/** Whether the channel's permissions let a user subscribe without being added. */
export const canJoinPrivately = (
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
): boolean =>
  hasChannelPermission(context, user, channel, 'can_add_subscribers_group') ||
  hasChannelPermission(context, user, channel, 'can_subscribe_group')

/** Whether a user can also read messages from before their subscription. */
export function canReadHistory(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
): boolean {
  if (channel.isWebPublic || (!channel.inviteOnly && !isGuest(user))) return true
  return channel.historyPublicToSubscribers && !channel.isArchived && canReadChannel(context, user, channel)
}

/** Whether a user can read a message of the channel by ID. `isInHistory`: received, or added to their history later. */
export function canReadMessage(
  context: PermissionContext,
  user: PermissionUser,
  channel: PermissionChannel,
  isInHistory: boolean,
): boolean {
  if (!channel.inviteOnly) return !isGuest(user) || channel.subscribers.has(user.id)
  return canReadChannel(context, user, channel) && (channel.historyPublicToSubscribers || isInHistory)
}
