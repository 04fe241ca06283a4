import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Contents of a draft. At most one of channel and users is set. */
export interface DraftFields {
  channel_id: number | null
  user_ids: number[] | null
  topic: string
  content: string
  edited_at: number
}

/** Serializes changes to one user's drafts, so that edits within a second have the order of their events. */
export async function lockDrafts(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('draft', ${userId}))`.execute(tx.db)
}

/**
 * Stores drafts and returns their IDs in the same order. A single JSON parameter, so the number is not
 * limited by the number of parameters.
 */
export async function insertDrafts(
  tx: Tx,
  userId: number,
  drafts: readonly DraftFields[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into draft (user_id, channel_id, user_ids, topic, content, edited_at)
    select ${userId}::bigint, channel_id, user_ids, topic, content, edited_at
    from rows from (
      json_to_recordset(${JSON.stringify(drafts)}::json)
        as (channel_id bigint, user_ids bigint[], topic text, content text, edited_at bigint)
    ) with ordinality as new (channel_id, user_ids, topic, content, edited_at, n)
    order by n
    returning id`.execute(tx.db)
  return rows.map((row) => row.id)
}

/** Returns whether the draft exists. */
export async function updateDraft(tx: Tx, userId: number, id: number, draft: DraftFields): Promise<boolean> {
  const result = await tx.db
    .updateTable('draft')
    .set({ ...draft, edit_seq: sql`nextval('draft_edit')` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns whether the draft existed. */
export async function deleteDraft(tx: Tx, userId: number, id: number): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('draft')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Most recently edited first. */
export const draftsQuery = (db: Db, userId: number) =>
  db
    .selectFrom('draft')
    .select(['id', 'channel_id', 'user_ids', 'topic', 'content', 'edited_at'])
    .where('user_id', '=', userId)
    .orderBy('edited_at', 'desc')
    .orderBy('edit_seq', 'desc')
