import {
  isBot,
  isGuest,
  type PermissionChannel,
  type PermissionContext,
  type PermissionUser,
} from './context.ts'
import { hasChannelPermission, hasRealmPermission } from './holders.ts'
import { canJoinPrivately } from './visibility.ts'

/** Users whose permissions count: the sender, and for a bot also its owner. */
export function senderAndOwner(context: PermissionContext, sender: PermissionUser): PermissionUser[] {
  const owner = sender.botOwnerId === null ? undefined : context.user(sender.botOwnerId)
  return owner === undefined ? [sender] : [sender, owner]
}

export type PostDenial = 'archived' | 'post-not-permitted' | 'no-access'

/** Sending messages to a channel. Being subscribed is not necessary where the sender could subscribe and read everything. */
export function postDenial(
  context: PermissionContext,
  sender: PermissionUser,
  channel: PermissionChannel,
): PostDenial | undefined {
  if (sender.isSystemBot) return undefined
  if (channel.isArchived) return 'archived'
  const people = senderAndOwner(context, sender)
  if (!people.some((user) => hasChannelPermission(context, user, channel, 'can_send_message_group'))) {
    return 'post-not-permitted'
  }
  if (channel.isWebPublic || (!channel.inviteOnly && !isGuest(sender))) return undefined
  if (people.some((user) => channel.subscribers.has(user.id))) return undefined
  return channel.historyPublicToSubscribers && canJoinPrivately(context, sender, channel)
    ? undefined
    : 'no-access'
}

/** Bots write to everyone, and everyone to bots and to themselves. */
const isUnrestricted = (sender: PermissionUser, participants: readonly PermissionUser[]) =>
  isBot(sender) || participants.every((user) => isBot(user) || user.id === sender.id)

export type DirectMessageDenial = 'recipient-deactivated' | 'direct-off' | 'direct-restricted'

/** Sending direct messages. `participants` include the sender; one of them has to hold the permission. */
export function directMessageDenial(
  context: PermissionContext,
  sender: PermissionUser,
  participants: readonly PermissionUser[],
): DirectMessageDenial | undefined {
  if (participants.some((user) => !user.isActive)) return 'recipient-deactivated'
  if (isUnrestricted(sender, participants)) return undefined
  const permission = 'direct_message_permission_group'
  if (participants.some((user) => hasRealmPermission(context, user, permission))) return undefined
  return context.permission(permission) === context.systemGroupId('role:nobody')
    ? 'direct-off'
    : 'direct-restricted'
}

/** Sending the first message of a direct conversation. Only the server knows whether there is an earlier one. */
export const startConversationDenial = (
  context: PermissionContext,
  sender: PermissionUser,
  participants: readonly PermissionUser[],
): 'direct-first' | undefined =>
  isUnrestricted(sender, participants) ||
  hasRealmPermission(context, sender, 'direct_message_initiator_group')
    ? undefined
    : 'direct-first'
