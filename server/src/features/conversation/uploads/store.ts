import type { AttachmentObject } from '@loquat/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ImageProperties } from '../../../db/tables/uploads.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type Attachment = Selectable<Tables['attachment']>

export async function insertAttachment(
  tx: Tx,
  fields: Omit<Attachment, 'id' | 'realm_id'>,
): Promise<Attachment> {
  return await tx.db
    .insertInto('attachment')
    .values({ ...fields, realm_id: tx.realmId, image: fields.image && JSON.stringify(fields.image) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findAttachment(db: Db, realmId: number, id: number): Promise<Attachment | undefined> {
  return await db
    .selectFrom('attachment')
    .selectAll()
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
}

export async function findByPath(db: Db, realmId: number, pathIds: readonly string[]): Promise<Attachment[]> {
  // A path that the database cannot store does not exist.
  const storableIds = pathIds.filter((pathId) => !pathId.includes('\0'))
  if (storableIds.length === 0) return []
  return await db
    .selectFrom('attachment')
    .selectAll()
    .where('path_id', 'in', storableIds)
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

/** Locks the files that still exist until the transaction ends. */
export async function lockAttachments(tx: Tx, ids: readonly number[]): Promise<Attachment[]> {
  const { rows } = await sql<Attachment>`
    select * from attachment where realm_id = ${tx.realmId} and id = any(${ids}::bigint[])
    order by id for update`.execute(tx.db)
  return rows
}

export async function updateImage(tx: Tx, id: number, image: ImageProperties | null): Promise<void> {
  await tx.db
    .updateTable('attachment')
    .set({ image: image && JSON.stringify(image) })
    .where('id', '=', id)
    .execute()
}

/** Total size of the organization's files, in bytes. */
export async function spaceUsed(db: Db, realmId: number): Promise<number> {
  const row = await db
    .selectFrom('upload_space')
    .select('bytes')
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Changes the used space and returns the new total. */
export async function changeSpace(tx: Tx, bytes: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    insert into upload_space (realm_id, bytes) values (${tx.realmId}, ${bytes})
    on conflict (realm_id) do update set bytes = upload_space.bytes + excluded.bytes
    returning bytes`.execute(tx.db)
  return rows[0]?.bytes ?? 0
}

/** Deletes records and returns them. The caller deletes the files. */
export async function deleteAttachments(tx: Tx, ids: readonly number[]): Promise<Attachment[]> {
  const { rows } = await sql<Attachment>`
    delete from attachment where realm_id = ${tx.realmId} and id = any(${ids}::bigint[]) returning *`.execute(
    tx.db,
  )
  return rows
}

/** Attachments in the API format, by ID or all of an owner. Times are milliseconds. */
export async function describeAttachments(
  db: Db,
  which: { ids: readonly number[] } | { ownerId: number },
): Promise<AttachmentObject[]> {
  const condition =
    'ids' in which ? sql`a.id = any(${which.ids}::bigint[])` : sql`a.owner_id = ${which.ownerId}`
  const { rows } = await sql<AttachmentObject>`
    select a.id, a.name, a.path_id, a.size,
      floor(extract(epoch from a.created_at) * 1000)::bigint as create_time,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id,
          'date_sent', floor(extract(epoch from m.sent_at) * 1000)::bigint) order by m.id)
        from attachment_message c join message m on m.id = c.message_id where c.attachment_id = a.id
      ), '[]') as messages
    from attachment a where ${condition} order by a.id`.execute(db)
  return rows
}
