import type { Db } from '../../../db/database.ts'
import { type Channel, type Directory, isGuest } from '../../../directory/directory.ts'
import { type Audience, receivesMessageChanges } from '../../../events/audience.ts'
import { flagBits, flagNames } from '../../../events/flag-bits.ts'
import type { LoggedUpdate } from '../../../events/logged-event.ts'
import { type ReaderState, readerStatesOf } from './edit-store.ts'
import { holdersOf, type RowHolder, type StoredMessage } from './store.ts'

/**
 * Receivers of events about changed or deleted messages in a channel. Includes users who hold single
 * messages, but not guests.
 */
export function receiversInChannel(
  directory: Directory,
  channel: Channel,
  ids: readonly number[],
  holders: readonly RowHolder[],
): Set<number> {
  const holderIds = new Set(holders.map((holder) => holder.userId))
  const candidates = new Set([...channel.subscribers.keys(), ...channel.former.keys(), ...holderIds])
  const isReceiver = (userId: number) => {
    const user = directory.users.get(userId)
    if (!user?.isActive) return false
    if (ids.some((id) => receivesMessageChanges(directory, channel, userId, id))) return true
    return holderIds.has(userId) && receivesAsHolder(directory, channel, userId)
  }
  return new Set([...candidates].filter(isReceiver))
}

/** Whether a user who holds a single message of the channel gets events about it. */
function receivesAsHolder(directory: Directory, channel: Channel, userId: number): boolean {
  if (channel.inviteOnly) return channel.subscribers.has(userId)
  const user = directory.users.get(userId)
  return user !== undefined && !isGuest(user)
}

/** Groups receivers by their flags for a message, because most have the same. */
export async function flagGroupsOf(
  db: Db,
  id: number,
  receivers: readonly number[],
): Promise<LoggedUpdate['flags']> {
  const states = await readerStatesOf(db, id, receivers)
  const hasRow = ({ received, flags }: ReaderState) =>
    received || (flags & (flagBits.historical | flagBits.delivered)) !== 0
  const groups = Map.groupBy(states.filter(hasRow), ({ flags, read, received }) =>
    flagNames(flags, read, !received).join(),
  )
  return [...groups.values()].map((group) => ({
    is: flagNames(group[0]!.flags, group[0]!.read, !group[0]!.received),
    of: group.map((one) => one.userId),
  }))
}

/** Receivers of events that change neither content nor location, such as reactions. */
export async function messageAudience(
  db: Db,
  directory: Directory,
  message: Pick<StoredMessage, 'id' | 'channelId' | 'userIds'>,
): Promise<Audience> {
  if (message.channelId === null) return { users: message.userIds ?? [] }
  const channel = directory.channels.get(message.channelId)
  const holders = channel === undefined ? [] : await holdersOf(db, [message.id])
  const also = holders
    .map((holder) => holder.userId)
    .filter((userId) => channel !== undefined && receivesAsHolder(directory, channel, userId))
  return { about: message.channelId, message: message.id, ...(also.length > 0 ? { also } : {}) }
}
