import { apiError } from '@loquat/contract'
import { type Channel, type Directory, isBot, isGuest, type User } from '../../../directory/directory.ts'
import {
  canSeeChannel,
  hasChannelPermission,
  hasRealmPermission,
  isMember,
} from '../../../directory/permissions.ts'

/** Users whose permissions count: the sender, and for a bot also its owner. */
function senderAndOwner(directory: Directory, sender: User): User[] {
  const owner = sender.botOwnerId === null ? undefined : directory.users.get(sender.botOwnerId)
  return owner === undefined ? [sender] : [sender, owner]
}

/** Whether an error may name the channel. Otherwise the channel must appear not to exist. */
export const mayNameChannel = (directory: Directory, sender: User, channel: Channel): boolean =>
  senderAndOwner(directory, sender).some((user) => canSeeChannel(directory, user, channel))

export function assertMayPost(directory: Directory, sender: User, channel: Channel): void {
  if (sender.isSystemBot) return
  const people = senderAndOwner(directory, sender)
  const mayAtAll = people.some((user) =>
    isMember(directory, user, channel.permissions.can_send_message_group),
  )
  if (!mayAtAll || channel.isArchived || !hasWayIn()) {
    throw apiError('channel-posting-denied', { channel: channel.name })
  }

  function hasWayIn(): boolean {
    if (channel.isWebPublic || (!channel.inviteOnly && !isGuest(sender))) return true
    if (people.some((user) => channel.subscribers.has(user.id))) return true
    return (
      channel.historyPublicToSubscribers &&
      (hasChannelPermission(directory, sender, channel, 'can_add_subscribers_group') ||
        hasChannelPermission(directory, sender, channel, 'can_subscribe_group'))
    )
  }
}

/** Returns whether the sender may write only if the conversation already has a message. */
export function assertMayWriteTo(
  directory: Directory,
  sender: User,
  participants: readonly User[],
): { onlyInExisting: boolean } {
  if (participants.some((user) => !user.isActive)) {
    throw apiError('message-recipient-deactivated')
  }
  const free = { onlyInExisting: false }
  if (isBot(sender) || participants.every((user) => isBot(user) || user.id === sender.id)) return free
  if (!participants.some((user) => hasRealmPermission(directory, user, 'direct_message_permission_group'))) {
    const nobody = directory.systemGroup('role:nobody').id
    const disabled = directory.permission('direct_message_permission_group') === nobody
    throw apiError(disabled ? 'direct-messages-disabled' : 'direct-messages-restricted')
  }
  return { onlyInExisting: !hasRealmPermission(directory, sender, 'direct_message_initiator_group') }
}

const fullInterfaces = new Set([
  'website',
  'ios',
  'android',
  'snipe',
  'chatmobile',
  'chatandroid',
  'chatios',
  'chatdesktop',
  'chatelectron',
  'chatterminal',
])

/** Messages sent with a full user interface are read by their sender; messages sent by scripts are not. */
export const readsBySending = (clientName: string) => fullInterfaces.has(clientName.toLowerCase())
