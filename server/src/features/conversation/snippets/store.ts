import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface Snippet {
  id: number
  title: string
  content: string
  created_at: Date
}

export async function insertSnippet(tx: Tx, userId: number, snippet: Omit<Snippet, 'id'>): Promise<number> {
  const { id } = await tx.db
    .insertInto('saved_snippet')
    .values({ user_id: userId, ...snippet })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Loads and locks a snippet until the transaction ends. */
export async function lockSnippet(tx: Tx, userId: number, id: number): Promise<Snippet | undefined> {
  return await tx.db
    .selectFrom('saved_snippet')
    .select(['id', 'title', 'content', 'created_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateSnippet(tx: Tx, { id, title, content }: Snippet): Promise<void> {
  await tx.db.updateTable('saved_snippet').set({ title, content }).where('id', '=', id).execute()
}

/** Returns whether the snippet existed. */
export async function deleteSnippet(tx: Tx, userId: number, id: number): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('saved_snippet')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const snippetsQuery = (db: Db, userId: number) =>
  db
    .selectFrom('saved_snippet')
    .select(['id', 'title', 'content', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
