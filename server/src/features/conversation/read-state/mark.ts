import { apiError, type NarrowTerm } from '@loquat/contract'
import { type Channel, caseless, type User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { fromWire } from '../../../directory/topics.ts'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { type AnchoredRange, rangeOf, readerOf } from '../message-queries/fetch.ts'
import { selectRange, sidesOf } from '../message-queries/fetch-range.ts'
import { findSides } from '../message-queries/fetch-store.ts'
import { parseNarrow } from '../message-queries/narrow.ts'
import { changeFlagsWithin } from './flags.ts'
import { addRead, listUnread } from './flags-store.ts'
import { hasOwnMessage, markReadUpToNow } from './mark-store.ts'

export interface NarrowChange extends AnchoredRange {
  terms: readonly NarrowTerm[]
  op: 'add' | 'remove'
  flag: string
}

/** Maximum messages changed per request. */
const maxMessages = 5_000

/** Changes a flag of messages around an anchor that match a narrow. */
export async function changeFlagsInNarrow(realm: Realm, user: User, change: NarrowChange) {
  const { terms, op, flag, ...range } = change
  if (range.numBefore > 0 && range.numAfter > 0 && !range.includeAnchor) {
    throw apiError('message-flag-anchor-required')
  }
  // Requests above the limit are clamped, keeping at least half for older messages.
  const numBefore = Math.min(range.numBefore, Math.max(maxMessages - range.numAfter, maxMessages / 2))
  const numAfter = Math.min(range.numAfter, maxMessages - numBefore)
  const narrow = await realm.decideFresh(() => parseNarrow(realm.directory, user, terms))
  return await realm.transact(async (tx) => {
    const reader = readerOf(realm.directory, user)
    const anchored = await rangeOf(tx.db, reader, narrow, { ...range, numBefore, numAfter })
    const found = selectRange(anchored, await findSides(tx.db, reader, narrow, sidesOf(anchored)))
    const messages = found.ids
    const { changed, skipped } = await changeFlagsWithin(tx, realm, user, { messages, op, flag }, 'ignore')
    return {
      processed_count: messages.length,
      updated_count: changed,
      first_processed_id: messages[0] ?? null,
      last_processed_id: messages.at(-1) ?? null,
      found_oldest: found.found_oldest,
      found_newest: found.found_newest,
      ignored_because_not_subscribed_channels: skipped,
    }
  })
}

/** Marks all messages the user ever received as read. */
export async function markAllAsRead(realm: Realm, user: User): Promise<void> {
  await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    await markReadUpToNow(tx, user.id)
    publishRead(tx, user, [], true)
  })
}

export async function markChannelAsRead(realm: Realm, user: User, channelId: number): Promise<void> {
  const { recipientId } = await realm.decideFresh(() => readableChannel(realm, user, channelId))
  await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    const messages = await unreadIn(tx, user, recipientId)
    if (messages.length === 0) return
    await markReadUpToNow(tx, user.id, recipientId)
    publishRead(tx, user, messages)
  })
}

export async function markTopicAsRead(
  realm: Realm,
  user: User,
  channelId: number,
  topicName: string,
): Promise<void> {
  const { recipientId } = await realm.decideFresh(() => readableChannel(realm, user, channelId))
  const topic = fromWire(topicName)
  await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    if (!(await hasOwnMessage(tx.db, user.id, recipientId, topic))) {
      throw apiError('readable-topic-empty')
    }
    const messages = await unreadIn(tx, user, recipientId, topic)
    if (messages.length === 0) return
    await addRead(tx, user.id, messages)
    publishRead(tx, user, messages)
  })
}

function readableChannel(realm: Realm, user: User, id: number): Channel {
  const channel = realm.directory.channels.get(id)
  if (channel !== undefined && canReadChannel(realm.directory, user, channel)) return channel
  throw apiError('readable-channel-not-found')
}

async function unreadIn(tx: Tx, user: User, recipientId: number, topic?: string): Promise<number[]> {
  const unread = await listUnread(tx.db, user.id, 1_000_000, { recipientId })
  const here = topic === undefined ? unread : unread.filter((row) => caseless(row.topic) === caseless(topic))
  return here.map((row) => row.id).sort((a, b) => a - b)
}

function publishRead(tx: Tx, user: User, messages: number[], all = false): void {
  tx.publish(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all },
    { users: [user.id] },
  )
}
