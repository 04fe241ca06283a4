import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface SavedSearch {
  id: number
  name: string
  query: string
  created_at: Date
}

const columns = ['id', 'name', 'query', 'created_at'] as const

export const savedSearchesQuery = (db: Db, userId: number) =>
  db.selectFrom('saved_search').select(columns).where('user_id', '=', userId).orderBy('id')

export async function countSearches(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from saved_search where user_id = ${userId}`.execute(tx.db)
  return rows[0]?.count ?? 0
}

export async function insertSearch(tx: Tx, userId: number, search: Omit<SavedSearch, 'id'>): Promise<number> {
  const { id } = await tx.db
    .insertInto('saved_search')
    .values({ user_id: userId, ...search })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Loads and locks a search until the transaction ends. */
export async function lockSearch(tx: Tx, userId: number, id: number): Promise<SavedSearch | undefined> {
  return await tx.db
    .selectFrom('saved_search')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateSearch(tx: Tx, { id, name, query }: SavedSearch): Promise<void> {
  await tx.db.updateTable('saved_search').set({ name, query }).where('id', '=', id).execute()
}

/** Returns whether the search existed. */
export async function deleteSearch(tx: Tx, userId: number, id: number): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('saved_search')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
