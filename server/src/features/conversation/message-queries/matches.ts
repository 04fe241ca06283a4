import type { NarrowTerm } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { readerOf } from './fetch.ts'
import { fetchByIds } from './fetch-store.ts'
import { readFetched } from './message-readers.ts'
import { parseNarrow, searchIn } from './narrow.ts'
import { highlightMatches } from './search-marks.ts'

/** Subset of messages that match a narrow, within the caller's own history. */
export async function findMatches(
  app: App,
  realm: Realm,
  viewer: User,
  ids: readonly number[],
  terms: readonly NarrowTerm[],
): Promise<Record<string, { match_content: string; match_subject: string }>> {
  const parsed = await realm.decideFresh(() => parseNarrow(realm.directory, viewer, terms))
  const narrow = { ...parsed, sharedHistory: false }
  return await realm.read(async (db) => {
    const rows = await fetchByIds(db, readerOf(realm.directory, viewer), narrow, ids, readFetched)
    const matches = await highlightMatches(app, db, searchIn(narrow), rows)
    return Object.fromEntries(rows.map((row, n) => [row.id, matches[n]!]))
  })
}
