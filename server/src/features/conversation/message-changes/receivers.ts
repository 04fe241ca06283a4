import type { Db } from '../../../db/database.ts'
import { type Channel, type Directory, isGuest } from '../../../directory/directory.ts'
import { type Audience, isConcerned } from '../../../events/audience.ts'
import { bits, flagNames } from '../../../events/flag-bits.ts'
import type { LoggedUpdate } from '../../../events/logged-event.ts'
import { type Standing, standingsOf } from './edit-store.ts'
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

/** The flags a message has for those who have it, by group: of most people they are the same. */
export async function flagGroupsOf(
  db: Db,
  id: number,
  receivers: readonly number[],
): Promise<LoggedUpdate['flags']> {
  const standings = await standingsOf(db, id, receivers)
  const hasRow = ({ received, flags }: Standing) =>
    received || (flags & (bits.historical | bits.delivered)) !== 0
  const groups = Map.groupBy(standings.filter(hasRow), ({ flags, read, received }) =>
    flagNames(flags, read, !received).join(),
  )
  return [...groups.values()].map((group) => ({
    is: flagNames(group[0]!.flags, group[0]!.read, !group[0]!.received),
    of: group.map((one) => one.userId),
  }))
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
