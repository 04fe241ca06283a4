import type { App } from '../../../app.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { currentIndex } from '../../conversation/read-state/current-index.ts'
import type { ConversationRow, UnreadGroup } from '../../conversation/read-state/flags-store.ts'
import { IndexedReader, recipientsOf } from '../../conversation/read-state/indexed-reader.ts'
import { maxRecentDirectMessages, maxUnread } from './message-state.ts'
import type { PersonalRow } from './personal-query.ts'
import { type IndexUse, type StateRequest, wants, wantsUnread } from './request.ts'

/** Lists of messages in the response; undefined or null if not requested. */
export interface MessageLists {
  maxMessageId?: number | undefined
  unread?: readonly UnreadGroup[] | null | undefined
  conversations?: readonly ConversationRow[] | null | undefined
}

/** Users whose lists were incomplete in the index the last time. */
const olderSlot = new Slot<Realm, BoundedCache<number, true>>()
const maxOlder = 1_000
const olderOf = (realm: Realm) =>
  realm.slots.get(olderSlot) ?? realm.slots.set(olderSlot, new BoundedCache(maxOlder))

/** How the message index can be used for a request; undefined if it cannot. */
export async function planIndexUse(
  app: App,
  realm: Realm,
  request: StateRequest,
): Promise<IndexUse | undefined> {
  if (!wantsUnread(request)) return undefined
  const index = await currentIndex(app, realm)
  if (index === undefined) return undefined
  const { viewer } = request
  const reader = new IndexedReader(index, realm.directory, viewer, Number.POSITIVE_INFINITY)
  return {
    floor: index.floor,
    readBelow: Math.min(index.floor, index.caughtUp.belowFor(viewer.id, realm.follower.position)),
    recipientIds: new Set(recipientsOf(index, realm.directory, viewer.id)),
    hasConversations: reader.hasRecentConversations(maxRecentDirectMessages),
    withOlder: olderOf(realm).get(viewer.id) === true,
  }
}

/** The lists as the statement read them. */
export const listsOf = ({ received, unread, conversations }: PersonalRow): MessageLists => ({
  maxMessageId: received ? (received[0]?.id ?? -1) : undefined,
  unread,
  conversations,
})

/** The lists at a position that the follower has reached; undefined if the index is not as it was there, or does not suffice. */
export function indexedLists(
  realm: Realm,
  request: StateRequest,
  use: IndexUse,
  personal: PersonalRow,
  position: number,
): MessageLists | undefined {
  const { messageIndex: index, directory, follower } = realm
  const viewer = directory.users.get(request.viewer.id) ?? request.viewer
  const end = firstIdAfter(realm, position)
  if (end === undefined || !index.isExactAt(position) || index.floor !== use.floor) return undefined
  if (directory.changedAt > position || follower.position < position) return undefined
  const reader = new IndexedReader(index, directory, viewer, end)
  const [row] = personal.reader ?? []
  // The user may have marked a message as unread since the request was planned.
  if (index.caughtUp.belowFor(viewer.id, position) < use.readBelow) return undefined
  const unread = row && reader.unread(row, use.recipientIds, personal.topics ?? [])
  if (row === undefined || unread === undefined) return undefined
  if (!row.hasOlderDirect && follower.position === position) {
    index.caughtUp.add(viewer.id, index.floor, position)
  }
  const { received, older } = personal
  const newest = reader.newestReceived() ?? received?.[0]?.id
  const needsOlder = unread.needsOlder || newest === undefined
  if (needsOlder) olderOf(realm).set(viewer.id, true)
  else olderOf(realm).delete(viewer.id)
  if (needsOlder && !use.withOlder) return undefined
  const groups = [...unread.groups, ...(older ?? [])]
  // Only the newest are listed. There are seldom as many, so the statement for everything selects them.
  if (groups.reduce((sum, { count }) => sum + count, 0) > maxUnread) return undefined
  const conversations = use.hasConversations
    ? reader.recentConversations(maxRecentDirectMessages)
    : personal.conversations
  if (conversations === undefined) return undefined
  return {
    maxMessageId: newest ?? -1,
    unread: groups,
    conversations: wants(request, 'recent_private_conversations') ? conversations : undefined,
  }
}

/** The first message after a position, infinite if there is none; undefined if that is not in memory. */
function firstIdAfter({ follower }: Realm, position: number): number | undefined {
  const events = follower.recent(position)
  if (events === undefined) return undefined
  const first = events.find(({ body }) => body.type === 'message')
  return first?.body.type === 'message' ? first.body.message.id : Number.POSITIVE_INFINITY
}
