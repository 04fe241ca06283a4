import {
  type FetchedMessage,
  maxMessagesPerFetch,
  type NarrowTerm,
  newestAnchor,
  refuse,
} from '@loquat/contract'
import type { Db } from '../../db/database.ts'
import { type Directory, isGuest, type User } from '../../directory/directory.ts'
import { mayInChannel } from '../../directory/permissions.ts'
import { snapshot } from '../../events/follower.ts'
import type { Realm } from '../../realms/realm.ts'
import { findAmong, findFirstUnread, findIds, loadMessages, type Reader } from './fetch-store.ts'
import { type Narrow, parseNarrow } from './narrow.ts'
import { type FetchView, presentFetched } from './present.ts'

export type Anchor = number | 'first_unread'

export type Selection =
  | { ids: number[] }
  | { anchor: Anchor; includeAnchor: boolean; numBefore: number; numAfter: number }

export interface Fetched {
  messages: FetchedMessage[]
  anchor?: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/** Messages that match a narrow, as one moment saw them. */
export async function fetchMessages(
  db: Db,
  realm: Realm,
  terms: readonly NarrowTerm[],
  selection: Selection,
  view: FetchView,
): Promise<Fetched> {
  const { viewer } = view
  checkSize(selection)
  const narrow = await realm.decide(() => parseNarrow(realm.directory, viewer, terms))
  const reader = { userId: viewer.id, closed: closedTo(realm.directory, viewer) }
  return await snapshot(db, async (db) => {
    const { ids, ...found } =
      'ids' in selection
        ? {
            ids: await findAmong(db, reader, narrow, selection.ids),
            found_anchor: false,
            found_oldest: false,
            found_newest: false,
          }
        : await findRange(db, reader, narrow, selection)
    const rows = await loadMessages(db, viewer.id, ids)
    return { messages: rows.map((row) => presentFetched(realm.directory, row, view)), ...found }
  })
}

function checkSize(selection: Selection): void {
  const size = 'ids' in selection ? selection.ids.length : selection.numBefore + selection.numAfter
  if (size > maxMessagesPerFetch) {
    throw refuse('BadRequest', `At most ${maxMessagesPerFetch} messages may be fetched at once.`)
  }
  if ('ids' in selection || selection.includeAnchor) return
  if (selection.numBefore > 0 && selection.numAfter > 0) {
    throw refuse('BadRequest', 'include_anchor can be false only when fetching in one direction.')
  }
}

/** Channels whose messages the user received but may not read any more. */
function closedTo(directory: Directory, user: User): number[] {
  const isOpen = [...directory.channels.values()].map((channel) => {
    if (channel.subscribers.has(user.id)) return undefined
    const open =
      !isGuest(user) &&
      (!channel.inviteOnly ||
        mayInChannel(directory, user, channel, 'can_subscribe_group') ||
        mayInChannel(directory, user, channel, 'can_add_subscribers_group'))
    return open ? undefined : channel.recipientId
  })
  return isOpen.filter((recipientId) => recipientId !== undefined)
}

interface Range {
  anchor: Anchor
  includeAnchor: boolean
  numBefore: number
  numAfter: number
}

async function findRange(db: Db, reader: Reader, narrow: Narrow, range: Range) {
  const anchor =
    range.anchor === 'first_unread'
      ? ((await findFirstUnread(db, reader, narrow)) ?? newestAnchor)
      : Math.min(Math.max(range.anchor, 0), newestAnchor)
  const { numBefore, numAfter, includeAnchor } = range

  // One more than asked for on each side tells whether the end was reached.
  const below =
    anchor === 0
      ? []
      : await findIds(db, reader, narrow, { direction: 'below', anchor, limit: numBefore + 1 })
  const from =
    anchor === newestAnchor
      ? []
      : await findIds(db, reader, narrow, { direction: 'from', anchor, limit: numAfter + 2 })
  const above = from.filter((id) => id > anchor)
  const anchorMatches = from[0] === anchor && anchor > 0
  const wantsAnchor = includeAnchor || (numBefore === 0 && numAfter === 0)
  const takesAnchor = anchorMatches && wantsAnchor

  const before = below.slice(0, numBefore)
  const after = above.slice(0, numAfter)
  const ids = [...before.toReversed(), ...(takesAnchor ? [anchor] : []), ...after]
  // A side that was not asked for is complete only if the list happens to end where the messages do.
  const endsAtAnchor = ids.length > 0 && (takesAnchor || !anchorMatches)
  const reachesOldest = below.length <= numBefore && (numBefore > 0 || endsAtAnchor)
  const reachesNewest = above.length <= numAfter && (numAfter > 0 || endsAtAnchor)
  return {
    ids,
    anchor,
    found_anchor: takesAnchor,
    found_oldest: anchor === 0 || reachesOldest,
    found_newest: anchor === newestAnchor || reachesNewest,
  }
}
