import {
  apiError,
  canSeeChannel,
  directMessageDenial,
  postDenial,
  senderAndOwner,
  startConversationDenial,
} from '@loquat/contract'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'

/** Whether an error may name the channel. Otherwise the channel must appear not to exist. */
export function mayNameChannel(directory: Directory, sender: User, channel: Channel): boolean {
  const context = permissionsOf(directory)
  return senderAndOwner(context, sender).some((user) => canSeeChannel(context, user, channel))
}

export function assertMayPost(directory: Directory, sender: User, channel: Channel): void {
  if (postDenial(permissionsOf(directory), sender, channel) !== undefined) {
    throw apiError('channel-posting-denied', { channel: channel.name })
  }
}

/** Returns whether the sender may write only if the conversation already has a message. */
export function assertMayWriteTo(
  directory: Directory,
  sender: User,
  participants: readonly User[],
): { onlyInExisting: boolean } {
  const context = permissionsOf(directory)
  const denial = directMessageDenial(context, sender, participants)
  if (denial === 'recipient-deactivated') {
    throw apiError('message-recipient-deactivated')
  }
  if (denial !== undefined) {
    throw apiError(denial === 'direct-off' ? 'direct-messages-disabled' : 'direct-messages-restricted')
  }
  return { onlyInExisting: startConversationDenial(context, sender, participants) !== undefined }
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
