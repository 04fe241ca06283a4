import {
  apiError,
  canJoinPrivately,
  maxMessagesPerFetch,
  type NarrowTerm,
  newestAnchor,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { isLimited } from '../../../directory/access-users.ts'
import { type Channel, type Directory, isGuest, type User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { isSpectator } from '../../../directory/spectator.ts'
import { Slot } from '../../../platform/slots.ts'
import type { ReadOptions } from '../../../realms/reads.ts'
import type { Realm } from '../../../realms/realm.ts'
import { findMatchFiles, type WithMatchFiles } from '../file-texts/match-files.ts'
import { type FetchView, presentFetched } from '../messages/present.ts'
import { type Ranking, rankSearch } from '../ranked-search/rank-search.ts'
import { withSimilarWords } from '../similar-words/expand-search.ts'
import { withDateBounds } from './date-bounds.ts'
import { type MessageRange, selectRange, sidesOf } from './fetch-range.ts'
import type { HistoryReader } from './fetch-sql.ts'
import { fetchByIds, fetchSides, findFirstUnread, type StepMemory } from './fetch-store.ts'
import { highlightTexts } from './highlighted-texts.ts'
import { type MessageReader, readFetched, readFound } from './message-readers.ts'
import { type Narrow, parseNarrow, searchIn } from './narrow.ts'
import { resolveWith } from './narrow-with.ts'
import { findNearWords } from './near-words.ts'
import { presentFound, textsOf } from './present-found.ts'
import { findRecent } from './recent.ts'
import { analyze, searchSteps } from './search-analysis.ts'
import { highlightMatches } from './search-marks.ts'
import { narrowForSpectators } from './spectators.ts'

export type Anchor = number | 'first_unread'

/** Messages around an anchor, which may need to be resolved first. */
export type AnchoredRange = Omit<MessageRange, 'anchor'> & { anchor: Anchor }

export type MessageSelection = { ids: number[] } | AnchoredRange

export interface FetchResult {
  /** Each as JSON. */
  messages: string[]
  anchor?: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
  /** All ranked matches of a search by relevance, the most relevant first. */
  ranked_ids?: number[]
}

/** How the words of a search match. */
export interface SearchOptions {
  /** Also finds misspelled words, parts of words and other forms. */
  similarWords?: boolean
  /** Also finds words in files that messages link to. */
  inFiles?: boolean
  /** Orders the newest matches by relevance instead of time. */
  byRelevance?: boolean
}

/** Fetches messages that match a narrow, from one snapshot. */
export const fetchMessages = (
  app: App,
  realm: Realm,
  terms: readonly NarrowTerm[],
  selection: MessageSelection,
  view: FetchView,
  options: ReadOptions & SearchOptions,
): Promise<FetchResult> =>
  realm.read((db) => fetchFrom(app, db, realm, terms, selection, view, options), options)

async function fetchFrom(
  app: App,
  db: Db,
  realm: Realm,
  terms: readonly NarrowTerm[],
  selection: MessageSelection,
  view: FetchView,
  search: SearchOptions,
): Promise<FetchResult> {
  const { viewer } = view
  const allowedTerms = isSpectator(viewer)
    ? await realm.decideFresh(() => narrowForSpectators(realm.directory, terms))
    : terms
  const resolved = await resolveWith(db, realm, viewer, allowedTerms)
  checkSize(selection)
  const parsed = await realm.decideFresh(() => parseNarrow(realm.directory, viewer, resolved))
  const dated = await withDateBounds(app, db, realm, parsed)
  const narrow = await withAnalyzedSearch(app, db, realm, dated, search)
  const query = searchIn(narrow)
  const memory = query === undefined ? undefined : searchSteps(app, realm.id, query)
  const reader = readerOf(realm.directory, viewer)
  const range =
    'ids' in selection || !search.byRelevance ? undefined : await rangeOf(db, reader, narrow, selection)
  const ranking = search.byRelevance
    ? await rankSearch(app, db, realm, reader, viewer, narrow, range)
    : undefined
  const selected = ranking === undefined ? selection : { ids: ranking.pageIds }
  if (seesCommonTexts(realm.directory, viewer)) {
    const { rows, ...found } =
      (await rankedPage(ranking)) ?? (await findSelection(app, db, realm, reader, narrow, selected, memory))
    const texts = await textsOf(app, db, realm.directory, rows, view)
    if (texts !== undefined) {
      const matches = query === undefined ? [] : await highlightTexts(app, db, query, texts)
      const files = await findMatchFiles(db, query, texts)
      const messages = rows.map((row, n) =>
        presentFound(realm.directory, viewer, texts[n]!, row, withFiles(matches[n], files.get(row.id))),
      )
      return ranked(ranking, rows, { messages, ...found })
    }
  }
  const { rows, ...found } = await fetchSelection(db, reader, narrow, selected, readFetched, memory)
  const matches = query === undefined ? [] : await highlightMatches(app, db, query, rows)
  const htmls = rows.map(({ id, rendered_content: text }) => ({ id, text }))
  const files = await findMatchFiles(db, query, htmls)
  const messages = rows.map((row, n) =>
    JSON.stringify({ ...presentFetched(realm.directory, row, view), ...matches[n], ...files.get(row.id) }),
  )
  return ranked(ranking, rows, { messages, ...found })
}

async function rankedPage(ranking: Ranking | undefined) {
  const rows = await ranking?.readPage()
  return rows && { rows, found_anchor: false, found_oldest: false, found_newest: false }
}

/** The members of a JSON object, with those of another one. */
const withFiles = (matches: string | undefined, files: WithMatchFiles | undefined) =>
  matches === undefined || files === undefined ? matches : `${matches},${JSON.stringify(files).slice(1, -1)}`

/** Orders the messages of a page by their rank. Those that were deleted or hidden meanwhile are missing. */
function ranked(
  ranking: Ranking | undefined,
  rows: readonly { id: number }[],
  result: FetchResult,
): FetchResult {
  if (ranking === undefined) return result
  const { pageIds, readPage, ...rest } = ranking
  const byId = new Map(rows.map(({ id }, n) => [id, result.messages[n]!]))
  return { ...rest, messages: pageIds.flatMap((id) => byId.get(id) ?? []) }
}

/** Whether messages consist of a part that all readers share and the reader's own. */
const seesCommonTexts = (directory: Directory, viewer: User) =>
  !isSpectator(viewer) && !isLimited(directory, viewer)

async function withAnalyzedSearch(
  app: App,
  db: Db,
  realm: Realm,
  narrow: Narrow,
  { similarWords = false, inFiles = false }: SearchOptions,
): Promise<Narrow> {
  const query = searchIn(narrow)
  if (query === undefined) return narrow
  const wanted = similarWords ? await withSimilarWords(db, realm.id, query) : query
  const analyzed = await analyze(app, db, inFiles ? { ...wanted, inFiles } : wanted)
  const conditions = narrow.conditions.map((one) =>
    one.kind === 'search' ? { ...one, query: analyzed } : one,
  )
  return { ...narrow, conditions }
}

/** Finds messages in memory if possible. */
async function findSelection(
  app: App,
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  narrow: Narrow,
  selection: MessageSelection,
  memory: StepMemory | undefined,
) {
  if ('ids' in selection) return await fetchSelection(db, reader, narrow, selection, readFound, memory)
  const range = await rangeOf(db, reader, narrow, selection)
  const found =
    (await findRecent(app, db, realm, reader, narrow, range)) ??
    (await findNearWords(app, db, realm, reader, narrow, range))
  if (found !== undefined) return selectRows(range, found)
  return await fetchSelection(db, reader, narrow, range, readFound, memory)
}

async function fetchSelection<Row extends { id: number }, Raw>(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
  selection: MessageSelection,
  read: MessageReader<Row, Raw>,
  memory: StepMemory | undefined,
) {
  if ('ids' in selection) {
    const rows = await fetchByIds(db, reader, narrow, selection.ids, read)
    return { rows, found_anchor: false, found_oldest: false, found_newest: false }
  }
  const range = await rangeOf(db, reader, narrow, selection)
  return selectRows(range, await fetchSides(db, reader, narrow, sidesOf(range), read, memory))
}

/** The rows of a range among those found on its sides. */
function selectRows<Row extends { id: number }>(range: MessageRange, found: readonly Row[]) {
  const { ids, ...rest } = selectRange(
    range,
    found.map((row) => row.id),
  )
  const selectedIds = new Set(ids)
  return { rows: found.filter((row) => selectedIds.has(row.id)), ...rest }
}

function checkSize(selection: MessageSelection): void {
  const size = 'ids' in selection ? selection.ids.length : selection.numBefore + selection.numAfter
  if (size > maxMessagesPerFetch) {
    throw apiError('message-fetch-limit-exceeded', { max: maxMessagesPerFetch })
  }
  if ('ids' in selection || selection.includeAnchor) return
  if (selection.numBefore > 0 && selection.numAfter > 0) {
    throw apiError('message-fetch-anchor-required')
  }
}

interface ReaderCache {
  changedAt: number
  readers: Map<User, HistoryReader>
}

const readerSlot = new Slot<Directory, ReaderCache>()
const maxCachedReaders = 10_000

/** The reader for a user, cached until the organization changes. */
export function readerOf(directory: Directory, user: User): HistoryReader {
  let cached = directory.slots.get(readerSlot)
  if (cached?.changedAt !== directory.changedAt || cached.readers.size >= maxCachedReaders) {
    cached = directory.slots.set(readerSlot, { changedAt: directory.changedAt, readers: new Map() })
  }
  const known = cached.readers.get(user)
  if (known !== undefined) return known
  const closedRecipients: number[] = []
  let channelCount = 0
  for (const channel of directory.channels.values()) {
    if (channel.subscribers.has(user.id)) channelCount++
    else if (!mayReadReceived(directory, user, channel)) closedRecipients.push(channel.recipientId)
  }
  const reader = { realmId: directory.realm.id, userId: user.id, closedRecipients, channelCount }
  cached.readers.set(user, reader)
  return reader
}

/** Whether a former subscriber may still read messages received in the channel. */
function mayReadReceived(directory: Directory, user: User, channel: Channel): boolean {
  if (isGuest(user)) return false
  return !channel.inviteOnly || canJoinPrivately(permissionsOf(directory), user, channel)
}

/** Resolves the anchor of a range. */
export async function rangeOf(
  db: Db,
  reader: HistoryReader,
  narrow: Narrow,
  selection: AnchoredRange,
): Promise<MessageRange> {
  const anchor =
    selection.anchor === 'first_unread'
      ? ((await findFirstUnread(db, reader, narrow)) ?? newestAnchor)
      : Math.min(Math.max(selection.anchor, 0), newestAnchor)
  return { ...selection, anchor }
}
