import type { NarrowTerm } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { matchesOf, readerOf } from './fetch.ts'
import { fetchAmong } from './fetch-store.ts'
import { parseNarrow, searchIn } from './narrow.ts'

/** Which of some messages match a narrow, among those in the caller's own history only. */
export async function findMatches(
  db: Db,
  realm: Realm,
  viewer: User,
  ids: readonly number[],
  terms: readonly NarrowTerm[],
): Promise<Record<string, { match_content: string; match_subject: string }>> {
  const parsed = await realm.decideFresh(() => parseNarrow(realm.directory, viewer, terms))
  const narrow = { ...parsed, sharedHistory: false }
  const rows = await fetchAmong(db, readerOf(realm.directory, viewer), narrow, ids)
  const matches = await matchesOf(db, searchIn(narrow), rows)
  return Object.fromEntries(rows.map((row, n) => [row.id, matches[n]!]))
}
