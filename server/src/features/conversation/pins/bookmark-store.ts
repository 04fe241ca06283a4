import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type BookmarkRow = Selectable<Tables['channel_bookmark']>
export type BookmarkFields = Pick<BookmarkRow, 'title' | 'url' | 'attachment_id'>

export async function bookmarksOf(db: Db, channelId: number): Promise<BookmarkRow[]> {
  return await db
    .selectFrom('channel_bookmark')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function findBookmark(db: Db, id: number): Promise<BookmarkRow | undefined> {
  return await db.selectFrom('channel_bookmark').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Adds a bookmark after the others and returns its ID. */
export async function insertBookmark(
  tx: Tx,
  row: BookmarkFields & { channel_id: number; created_by: number; created_at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into channel_bookmark (channel_id, position, title, url, attachment_id, created_by, created_at)
    select ${row.channel_id}, coalesce(max(position), 0) + 1, ${row.title}, ${row.url},
      ${row.attachment_id}::bigint, ${row.created_by}, ${row.created_at}::timestamptz
    from channel_bookmark where channel_id = ${row.channel_id}
    returning id`.execute(tx.db)
  return rows[0]!.id
}

export async function updateBookmark(tx: Tx, id: number, fields: Partial<BookmarkFields>): Promise<void> {
  await tx.db.updateTable('channel_bookmark').set(fields).where('id', '=', id).execute()
}

export async function deleteBookmark(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('channel_bookmark').where('id', '=', id).execute()
}

export async function setOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update channel_bookmark b set position = new.position
    from unnest(${ids}::bigint[]) with ordinality as new (id, position) where b.id = new.id`.execute(tx.db)
}
