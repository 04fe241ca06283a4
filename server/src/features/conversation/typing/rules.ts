import { refuse } from '@loquat/contract'
import { type Channel, type Directory, type User, userSetting } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { assertMayPost } from '../messages/rules.ts'

/** In larger channels somebody is always writing; nobody wants to know. */
const mostSubscribers = 100

export function assertTells(
  sender: User,
  setting: 'send_private_typing_notifications' | 'send_stream_typing_notifications',
): void {
  if (!userSetting(sender, setting)) {
    throw refuse('BadRequest', 'You have turned off telling others that you are writing.')
  }
}

export function channelToTell(directory: Directory, sender: User, id: number): Channel {
  const channel = directory.channels.get(id)
  // The same words whether a channel does not exist or must not be known to exist.
  if (channel === undefined || channel.isArchived || !canReadChannel(directory, sender, channel)) {
    throw refuse('BadRequest', 'stream_id: there is no such channel.')
  }
  assertMayPost(directory, sender, channel)
  return channel
}

const wantsToKnow = (user: User) => user.isActive && userSetting(user, 'receives_typing_notifications')

/** Of the people in a conversation, those who are told that somebody writes. */
export const receiversAmong = (people: readonly User[]) => people.filter(wantsToKnow).map((user) => user.id)

/** Of the subscribers of a channel, those who are told that somebody writes. */
export function receiversIn(directory: Directory, channel: Channel): number[] {
  const subscribers = [...channel.subscribers.keys()].flatMap((id) => {
    const user = directory.users.get(id)
    return user?.isActive ? [user] : []
  })
  return subscribers.length > mostSubscribers ? [] : receiversAmong(subscribers)
}
