import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { isHidden } from '../message-changes/hidden-sql.ts'

export async function insertClaims(tx: Tx, messageId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into attachment_message (attachment_id, message_id)
    select id, ${messageId} from unnest(${ids}::bigint[]) as a (id)`.execute(tx.db)
}

export async function deleteClaims(tx: Tx, messageId: number, ids: readonly number[]): Promise<void> {
  await sql`
    delete from attachment_message where message_id = ${messageId} and attachment_id = any(${ids}::bigint[])`.execute(
    tx.db,
  )
}

export async function setHasAttachment(tx: Tx, messageId: number, claims: boolean): Promise<void> {
  await tx.db
    .updateTable('message')
    .set({ has_attachment: claims })
    .where('id', '=', messageId)
    .where('has_attachment', '<>', claims)
    .execute()
}

/** IDs of files that the messages link to. */
export async function claimedBy(db: Db, messageIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct attachment_id as id from attachment_message
    where message_id = any(${messageIds}::bigint[]) order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Messages that link to a file, newest first. Those that moderators hid only if asked for: their file is not shown. */
export async function messagesClaiming(
  db: Db,
  attachmentId: number,
  only: { before?: number | undefined; limit?: number; withHidden?: boolean } = {},
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select message_id as id from attachment_message
    where attachment_id = ${attachmentId} and message_id < coalesce(${only.before ?? null}::bigint, 9223372036854775807)
      and (${only.withHidden ?? false} or not ${isHidden(sql`attachment_message.message_id`)})
    order by message_id desc limit ${only.limit ?? null}::bigint`.execute(db)
  return rows.map((row) => row.id)
}

/** Subset of files that no message, scheduled message, bookmark or undoable deletion links to. */
export async function unclaimed(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from unnest(${ids}::bigint[]) as a (id)
    where not exists (select from attachment_message c where c.attachment_id = a.id)
      and not exists (select from attachment_scheduled c where c.attachment_id = a.id)
      and not exists (select from channel_bookmark b where b.attachment_id = a.id)
      and not exists (select from deleted_attachment d where d.attachment_id = a.id)
    order by a.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Channels with a bookmark of a file. */
export async function channelsBookmarking(db: Db, attachmentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct channel_id as id from channel_bookmark where attachment_id = ${attachmentId}`.execute(db)
  return rows.map((row) => row.id)
}

export async function replaceScheduledClaims(
  tx: Tx,
  scheduledId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    with gone as (
      delete from attachment_scheduled
      where scheduled_message_id = ${scheduledId} and attachment_id <> all(${ids}::bigint[])
    )
    insert into attachment_scheduled (attachment_id, scheduled_message_id)
    select id, ${scheduledId} from attachment where id = any(${ids}::bigint[]) for update
    on conflict do nothing`.execute(tx.db)
}

export interface UnusedFile {
  id: number
  realmId: number
}

/**
 * Old files without links, at most `limit`, among all or among `ids`. Excludes files linked in a draft or
 * snippet of their owner.
 */
export async function unusedFiles(
  db: Db,
  before: Date,
  limit: number,
  among?: readonly number[],
): Promise<UnusedFile[]> {
  const { rows } = await sql<UnusedFile>`
    select a.id, a.realm_id as "realmId" from attachment a
    where a.created_at < ${before}
      and (${among ?? null}::bigint[] is null or a.id = any(${among ?? null}::bigint[]))
      and not exists (select from attachment_message c where c.attachment_id = a.id)
      and not exists (select from attachment_scheduled c where c.attachment_id = a.id)
      and not exists (select from channel_bookmark b where b.attachment_id = a.id)
      and not exists (select from deleted_attachment d where d.attachment_id = a.id)
      and not exists (select from draft d where d.user_id = a.owner_id and strpos(d.content, a.path_id) > 0)
      and not exists (select from saved_snippet s where s.user_id = a.owner_id and strpos(s.content, a.path_id) > 0)
    order by a.id limit ${limit}`.execute(db)
  return rows
}
