import { apiError } from '@loquat/contract'
import { type Channel, type Directory, type User, userSetting } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { assertMayPost } from '../messages/rules.ts'

/** In larger channels typing events would be constant. */
const maxSubscribers = 100

export function assertSendsTyping(
  sender: User,
  setting: 'send_private_typing_notifications' | 'send_stream_typing_notifications',
): void {
  if (!userSetting(sender, setting)) {
    throw apiError('typing-notifications-disabled')
  }
}

export function typingChannel(directory: Directory, sender: User, id: number): Channel {
  const channel = directory.channels.get(id)
  // The same error for missing and hidden channels.
  if (channel === undefined || channel.isArchived || !canReadChannel(directory, sender, channel)) {
    throw apiError('readable-channel-not-found')
  }
  assertMayPost(directory, sender, channel)
  return channel
}

const receivesTyping = (user: User) => user.isActive && userSetting(user, 'receives_typing_notifications')

/** Subset of participants who receive typing events. */
export const typingReceivers = (people: readonly User[]) =>
  people.filter(receivesTyping).map((user) => user.id)

/** Subset of a channel's subscribers who receive typing events. */
export function typingReceiversIn(directory: Directory, channel: Channel): number[] {
  const subscribers: User[] = []
  for (const id of channel.subscribers.keys()) {
    const user = directory.users.get(id)
    if (user?.isActive && subscribers.push(user) > maxSubscribers) return []
  }
  return typingReceivers(subscribers)
}
