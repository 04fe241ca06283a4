import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { User } from '../../../directory/directory.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { type MessageRange, selectRange, sidesOf } from '../message-queries/fetch-range.ts'
import type { HistoryReader } from '../message-queries/fetch-sql.ts'
import { fetchSides } from '../message-queries/fetch-store.ts'
import type { FoundMessage } from '../message-queries/message-readers.ts'
import { type Narrow, searchIn } from '../message-queries/narrow.ts'
import { findCandidates, type NearCandidates, readNear } from '../message-queries/near-words.ts'
import { searchSteps } from '../message-queries/search-analysis.ts'
import type { SearchQuery } from '../message-queries/search-query.ts'
import { type CandidateRow, candidatesById, readCandidates } from './candidates-sql.ts'
import { rankByRelevance } from './relevance.ts'

/** A search ranks at most this many of its newest matches, however many there are. */
export const maxRankedMatches = 500
/** For frequent words, so many suffice: further ones would need to be looked for among many more messages. */
const enoughMatches = 100

/** The newest matches before an anchor, the most relevant first. */
export interface Ranking {
  ranked_ids: number[]
  /** The first ones, to be returned with their content. */
  pageIds: number[]
  /** Reads those from memory and the statement that found them, if possible. */
  readPage: () => Promise<FoundMessage[] | undefined>
  anchor: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

export async function rankSearch(
  app: App,
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  viewer: User,
  narrow: Narrow,
  selected: MessageRange | undefined,
): Promise<Ranking> {
  const query = searchIn(narrow)
  if (query === undefined) throw apiError('search-order-words-missing')
  if (selected === undefined || selected.numAfter > 0) throw apiError('search-order-range-invalid')
  const range = { ...selected, numBefore: maxRankedMatches }
  const { rows, near } = await findMatches(app, db, realm, reader, narrow, query, range)
  const { ids, found_oldest, ...found } = selectRange(
    range,
    rows.map(({ id }) => id).sort((a, b) => a - b),
  )
  const chosen = new Set(ids)
  const isInOwnPlace = ownPlaces(realm, viewer)
  const candidates = rows
    .filter(({ id }) => chosen.has(id))
    .map((row) => ({ ...row, isInOwnPlace: isInOwnPlace(row) }))
  const rankedIds = rankByRelevance(candidates, query, viewer.id, toSeconds(app.clock.now()))
  const pageIds = rankedIds.slice(0, selected.numBefore)
  return {
    ranked_ids: rankedIds,
    pageIds,
    readPage: async () => near && (await readNear(db, realm, reader, onlyThose(near, pageIds))),
    found_oldest: found_oldest && (near?.reachesOldest ?? true),
    ...found,
  }
}

function onlyThose(near: NearCandidates, ids: readonly number[]): NearCandidates {
  const wanted = new Set(ids)
  return { ...near, candidates: near.candidates.filter(({ id }) => wanted.has(id)) }
}

/** The newest matches in a range, and how they were found near its anchor. Otherwise all older ones were looked for. */
async function findMatches(
  app: App,
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  narrow: Narrow,
  query: SearchQuery,
  range: MessageRange,
): Promise<{ rows: CandidateRow[]; near: NearCandidates | undefined }> {
  const sides = sidesOf(range)
  const near = await findCandidates(app, db, realm, reader, narrow, sides, enoughMatches)
  if (near === undefined) {
    // Its own memory of steps: it needs more matches than a page.
    const memory = searchSteps(app, realm.id, query, 'ranked')
    return { rows: await fetchSides(db, reader, narrow, sides, readCandidates, memory), near }
  }
  const found = candidatesById(near.candidates.map(({ id }) => id))
  const statement = prepared(readCandidates.statement(reader.userId, found))
  return { rows: readCandidates.rowsOf((await statement.execute(db)).rows), near }
}

function ownPlaces({ directory }: Realm, viewer: User): (row: CandidateRow) => boolean {
  const own = new Set<number>()
  for (const channel of directory.channels.values()) {
    if (channel.subscribers.has(viewer.id)) own.add(channel.recipientId)
  }
  return ({ isDirect, recipientId }) => isDirect || own.has(recipientId)
}
