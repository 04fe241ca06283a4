import {
  type FetchedMessage,
  maxMessagesPerFetch,
  type NarrowTerm,
  newestAnchor,
  refuse,
} from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import { type Channel, type Directory, isGuest, type User } from '../../../directory/directory.ts'
import { hasChannelPermission } from '../../../directory/permissions.ts'
import { isSpectator } from '../../../directory/spectator.ts'
import type { Realm } from '../../../realms/realm.ts'
import { type FetchedRow, type FetchView, presentFetched } from '../messages/present.ts'
import { arrange, type Range, sidesOf } from './fetch-range.ts'
import type { Reader } from './fetch-sql.ts'
import { fetchAmong, fetchSides, findFirstUnread } from './fetch-store.ts'
import { highlightHtml, highlightTopic } from './highlight.ts'
import { type Narrow, parseNarrow, searchIn } from './narrow.ts'
import { resolveWith } from './narrow-with.ts'
import type { SearchQuery } from './search-query.ts'
import { marksIn } from './search-sql.ts'
import { narrowForSpectators } from './spectators.ts'

export type Anchor = number | 'first_unread'

/** Messages around an anchor that may have to be found first. */
export type Around = Omit<Range, 'anchor'> & { anchor: Anchor }

export type Selection = { ids: number[] } | Around

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
  const open = isSpectator(viewer)
    ? await realm.decideFresh(() => narrowForSpectators(realm.directory, terms))
    : terms
  const resolved = await resolveWith(db, realm, viewer, open)
  checkSize(selection)
  const narrow = await realm.decideFresh(() => parseNarrow(realm.directory, viewer, resolved))
  const reader = readerOf(realm.directory, viewer)
  const query = searchIn(narrow)
  const { rows, ...found } = await select(db, reader, narrow, selection)
  const matches = query === undefined ? [] : await matchesOf(db, query, rows)
  const messages = rows.map((row, n) => ({ ...presentFetched(realm.directory, row, view), ...matches[n] }))
  return { messages, ...found }
}

async function select(db: Db, reader: Reader, narrow: Narrow, selection: Selection) {
  if ('ids' in selection) {
    const rows = await fetchAmong(db, reader, narrow, selection.ids)
    return { rows, found_anchor: false, found_oldest: false, found_newest: false }
  }
  const range = await rangeOf(db, reader, narrow, selection)
  const found = await fetchSides(db, reader, narrow, sidesOf(range))
  const { ids, ...rest } = arrange(
    range,
    found.map((row) => row.id),
  )
  const wanted = new Set(ids)
  return { rows: found.filter((row) => wanted.has(row.id)), ...rest }
}

/** Text and topic of messages with what was found in them marked. */
export async function matchesOf(
  db: Db,
  query: SearchQuery | undefined,
  rows: readonly FetchedRow[],
): Promise<{ match_content: string; match_subject: string }[]> {
  const marks = query === undefined ? [] : await marksIn(db, query, rows)
  return rows.map((row, n) => {
    const { words, runs } = marks[n] ?? { words: [], runs: [] }
    return {
      match_content: highlightHtml(row.rendered_content, { words, runs }),
      match_subject: highlightTopic(row.topic, { words, runs }),
    }
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

const readers = new WeakMap<User, { reader: Reader; directory: Directory; at: number }>()

/** What somebody may look at, worked out again whenever anything in the organization has changed. */
export function readerOf(directory: Directory, user: User): Reader {
  const known = readers.get(user)
  if (known?.directory === directory && known.at === directory.changedAt) return known.reader
  const closed: number[] = []
  let channels = 0
  for (const channel of directory.channels.values()) {
    if (channel.subscribers.has(user.id)) channels++
    else if (!mayReadReceived(directory, user, channel)) closed.push(channel.recipientId)
  }
  const reader = { realmId: directory.realm.id, userId: user.id, closed, channels }
  readers.set(user, { reader, directory, at: directory.changedAt })
  return reader
}

/** Whether somebody who left a channel may still read what they received there. */
function mayReadReceived(directory: Directory, user: User, channel: Channel): boolean {
  if (isGuest(user)) return false
  return (
    !channel.inviteOnly ||
    hasChannelPermission(directory, user, channel, 'can_subscribe_group') ||
    hasChannelPermission(directory, user, channel, 'can_add_subscribers_group')
  )
}

/** A range whose anchor is known. */
export async function rangeOf(db: Db, reader: Reader, narrow: Narrow, wanted: Around): Promise<Range> {
  const anchor =
    wanted.anchor === 'first_unread'
      ? ((await findFirstUnread(db, reader, narrow)) ?? newestAnchor)
      : Math.min(Math.max(wanted.anchor, 0), newestAnchor)
  return { ...wanted, anchor }
}
