import { newestAnchor } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { type Channel, type Directory, type User, wasReceivedBy } from '../../../directory/directory.ts'
import { contains } from '../../../directory/ranges.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import { GroupedCalls } from '../../../platform/grouped-calls.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { RecentList, RecentMessage, RecentPlace } from '../../../realms/recent-messages.ts'
import { type MessageRange, type RangeSide, sidesOf } from './fetch-range.ts'
import type { HistoryReader } from './fetch-sql.ts'
import type { FoundMessage } from './message-readers.ts'
import type { Condition, Narrow } from './narrow.ts'
import { eraOf } from './present-found.ts'
import type { ReadMessages } from './recent-sql.ts'
import { loadNewest, loadReaderStates, loadRecent, type ReaderState } from './recent-store.ts'
import { walk } from './recent-walk.ts'

/** Few different sizes, because each is a statement of its own. */
const listSizes = [101, 501, 1_001]
/** A feed contains only some of the organization's messages. */
const feedSize = 1_001

/**
 * Messages of a range as `fetchSides` finds them, from the recent messages in memory. Undefined if these do not suffice. Everything is
 * as it was at one position of the log: the reader's state is read together with its position, and nothing else changed up to it.
 */
export async function findRecent(
  app: App,
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  narrow: Narrow,
  range: MessageRange,
): Promise<FoundMessage[] | undefined> {
  const { directory, follower, recent } = realm
  const place = placeOf(directory, narrow)
  const viewer = directory.users.get(reader.userId)
  if (place === undefined || viewer === undefined) return undefined
  recent.startEra(eraOf(app))
  const { changedAt } = directory
  const list = await listOf(db, realm, place, range)
  const end = list?.ids.at(-1)
  const messages = list && (await messagesIn(db, realm, reader, list, sidesOf(range)))
  if (list === undefined || messages === undefined) return undefined
  const { position } = follower
  const state = await readerStatesOf(db, realm).call({
    userId: viewer.id,
    ids: messages.map(({ id }) => id),
    recipientIds: [...new Set(messages.map(({ recipientId }) => recipientId))],
    feedFrom: place.kind === 'everywhere' ? (messages[0]?.id ?? 0) : undefined,
  })
  if (follower.position < state.position) await follower.advance()
  const isCurrent =
    directory.changedAt === changedAt &&
    recent.list(place) === list &&
    list.ids.at(-1) === end &&
    messages.every((message) => recent.has(message))
  // On a replica, the state may be from before the messages.
  if (!isCurrent || state.hasMore || state.position < position) return undefined
  return messages.map((message) => withState(directory, viewer, message, state))
}

type ReaderStates = GroupedCalls<ReadMessages, ReaderState>

/** Readers of one database at the same time share a statement, which costs more than what it reads for one of them. */
function readerStatesOf(db: Db, realm: Realm): ReaderStates {
  const byDatabase = realm.slots.get(readerStatesSlot) ?? realm.slots.set(readerStatesSlot, new WeakMap())
  const known = byDatabase.get(db)
  if (known !== undefined) return known
  const load = (readers: readonly ReadMessages[]) => loadReaderStates(db, realm.id, readers)
  const states: ReaderStates = new GroupedCalls(load, { maxRunning: 2, maxCalls: 16 })
  byDatabase.set(db, states)
  return states
}

const readerStatesSlot = new Slot<Realm, WeakMap<Db, ReaderStates>>()

/** The place that a narrow names, if all its readers see the same messages; or everywhere, if it names none. */
function placeOf(directory: Directory, { conditions, sharedHistory }: Narrow): RecentPlace | undefined {
  const [first, second] = conditions
  if (conditions.length > 2 || conditions.some(({ negated }) => negated)) return undefined
  if (first === undefined) return sharedHistory ? undefined : { kind: 'everywhere' }
  if (first.kind === 'conversation' && second === undefined && first.userIds.length > 0) {
    return { kind: 'conversation', userIds: first.userIds }
  }
  const channel = channelIn(directory, first) ?? channelIn(directory, second)
  if (!sharedHistory || channel === undefined) return undefined
  if (second === undefined) return { kind: 'channel', channelId: channel.id }
  const topic = [first, second].find((condition) => condition.kind === 'topic')?.topic
  return topic === undefined ? undefined : { kind: 'topic', channelId: channel.id, topic }
}

const channelIn = (directory: Directory, condition: Condition | undefined): Channel | undefined =>
  condition?.kind === 'channel' ? directory.channelByRecipient(condition.recipientId) : undefined

/** The list of a place. Loads it when the newest messages are asked for, because these are likely to be read again. */
async function listOf(
  db: Db,
  realm: Realm,
  place: RecentPlace,
  { anchor, numBefore }: MessageRange,
): Promise<RecentList | undefined> {
  const known = realm.recent.list(place)
  const size = place.kind === 'everywhere' ? feedSize : listSizes.find((one) => one > numBefore)
  const suffices = known !== undefined && (known.since === 0 || known.ids.length > numBefore)
  if (suffices || anchor !== newestAnchor || size === undefined) return known
  const channel = 'channelId' in place ? realm.directory.channels.get(place.channelId) : undefined
  const loaded = await loadNewest(db, realm.id, place, channel?.recipientId, size)
  if (!(await hasFollowedTo(realm, loaded.position))) return undefined
  const list = { place, ids: loaded.messages.map(({ id }) => id), since: loaded.since }
  realm.recent.addMessages(loaded.messages)
  realm.recent.addList(list)
  return list
}

/**
 * Whether what was read at a position may be kept, to be changed by later events. Not if some of these were followed already, or if a replica
 * shows what the primary does not show yet.
 */
export async function hasFollowedTo({ follower }: Realm, position: number): Promise<boolean> {
  if (follower.position < position) await follower.advance()
  return follower.position === position
}

/** The messages of all sides, ascending. Undefined if the list does not reach far enough. */
async function messagesIn(
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  list: RecentList,
  sides: readonly RangeSide[],
): Promise<RecentMessage[] | undefined> {
  const isVisible = list.place.kind === 'everywhere' ? visibleInFeed(realm.directory, reader) : () => true
  // Messages may change while others are loaded.
  for (let attempt = 0; attempt < 3; attempt++) {
    const walked = sides.map((side) => walk(realm.recent, list, side, isVisible))
    if (!walked.every(({ isComplete }) => isComplete)) return undefined
    const missing = walked.flatMap((one) => one.missing)
    if (missing.length === 0) {
      return walked.flatMap(({ messages }) => messages).sort((a, b) => a.id - b.id)
    }
    const loaded = await loadRecent(db, realm.id, missing)
    if (!(await hasFollowedTo(realm, loaded.position))) return undefined
    realm.recent.addMessages(loaded.messages)
  }
  return undefined
}

/** Whether a message is in the history of a reader, unless through a flag. */
function visibleInFeed(directory: Directory, reader: HistoryReader) {
  const isReceived = isInHistory(directory, reader)
  return ({ id, recipientId, userIds }: RecentMessage): boolean =>
    userIds === undefined ? isReceived(recipientId, id) : userIds.includes(reader.userId)
}

/** The same for messages of channels. */
export function isInHistory(directory: Directory, { userId, closedRecipients }: HistoryReader) {
  const closed = new Set(closedRecipients)
  return (recipientId: number, id: number): boolean => {
    const channel = directory.channelByRecipient(recipientId)
    return channel !== undefined && !closed.has(recipientId) && wasReceivedBy(channel, userId, id)
  }
}

/** Adds the state of a reader. */
export function withState(
  directory: Directory,
  viewer: User,
  { id, version, senderId, recipientId, userIds, mentionsChannel, reactions, submessages }: RecentMessage,
  state: Pick<ReaderState, 'read' | 'flags'>,
): FoundMessage {
  const channel = userIds === undefined ? directory.channelByRecipient(recipientId) : undefined
  const received = userIds !== undefined || (channel !== undefined && wasReceivedBy(channel, viewer.id, id))
  const own = state.flags.get(id) ?? 0
  const isUnread =
    (own & flagBits.markedUnread) !== 0 ||
    (senderId !== viewer.id && received && !contains(state.read.get(recipientId) ?? [], id))
  const flags = mentionsChannel && received ? own | flagBits.stream_wildcard_mentioned : own
  return { id, version, flags, read: !isUnread, received, reactions, submessages }
}
