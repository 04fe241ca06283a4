import type { Db } from '../../db/database.ts'
import { type Channel, type Directory, isGuest } from '../../directory/directory.ts'
import { type Audience, isConcerned } from '../../events/audience.ts'
import { holdersOf, type RowHolder, type StoredMessage } from './store.ts'

/** Everyone who is told when messages of a channel change or go; holders of single messages too, but no guests. */
export function receiversInChannel(
  directory: Directory,
  channel: Channel,
  ids: readonly number[],
  holders: readonly RowHolder[],
): Set<number> {
  const held = new Set(holders.map((holder) => holder.userId))
  const candidates = new Set([...channel.subscribers.keys(), ...channel.former.keys(), ...held])
  const isTold = (userId: number) => {
    const user = directory.users.get(userId)
    if (!user?.isActive) return false
    if (ids.some((id) => isConcerned(directory, channel, userId, id))) return true
    return held.has(userId) && isHolderTold(directory, channel, userId)
  }
  return new Set([...candidates].filter(isTold))
}

/** Of people who have a message of the channel one by one, those who are told what happens to it. */
function isHolderTold(directory: Directory, channel: Channel, userId: number): boolean {
  if (channel.inviteOnly) return channel.subscribers.has(userId)
  const user = directory.users.get(userId)
  return user !== undefined && !isGuest(user)
}

/** Who is told what happens to one message without changing its text or its place. */
export async function audienceAbout(
  db: Db,
  directory: Directory,
  message: Pick<StoredMessage, 'id' | 'channelId' | 'userIds'>,
): Promise<Audience> {
  if (message.channelId === null) return { users: message.userIds ?? [] }
  const channel = directory.channels.get(message.channelId)
  const holders = channel === undefined ? [] : await holdersOf(db, [message.id])
  const also = holders
    .map((holder) => holder.userId)
    .filter((userId) => channel !== undefined && isHolderTold(directory, channel, userId))
  return { about: message.channelId, message: message.id, ...(also.length > 0 ? { also } : {}) }
}
