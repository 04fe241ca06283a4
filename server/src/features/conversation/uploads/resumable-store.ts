import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'

export type ResumableUpload = Selectable<Tables['resumable_upload']>

export async function insertResumable(
  db: Db,
  { id, realm_id, owner_id, size, metadata, created_at }: Omit<ResumableUpload, 'received' | 'pieces'>,
): Promise<void> {
  await db
    .insertInto('resumable_upload')
    .values({ id, realm_id, owner_id, size, metadata: JSON.stringify(metadata), created_at })
    .execute()
}

export async function findResumable(
  db: Db,
  realmId: number,
  ownerId: number,
  id: string,
): Promise<ResumableUpload | undefined> {
  return await db
    .selectFrom('resumable_upload')
    .selectAll()
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

/** False if another request appended in the meantime, so that the piece does not fit. */
export async function appendPiece(
  db: Db,
  id: string,
  piece: { key: string; start: number; bytes: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update resumable_upload set received = received + ${piece.bytes}, pieces = pieces || ${piece.key}::text
    where id = ${id} and received = ${piece.start} and received + ${piece.bytes} <= size
    returning id`.execute(db)
  return rows.length > 0
}

/** Removes an upload, so that the caller has exclusive use of its pieces. */
export async function removeResumable(db: Db, id: string): Promise<ResumableUpload | undefined> {
  return await db.deleteFrom('resumable_upload').where('id', '=', id).returningAll().executeTakeFirst()
}

export async function resumablesBefore(db: Db, before: Date): Promise<ResumableUpload[]> {
  return await db.selectFrom('resumable_upload').selectAll().where('created_at', '<', before).execute()
}

/** Number of a user's unfinished uploads. */
export async function countResumables(db: Db, ownerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from resumable_upload where owner_id = ${ownerId}`.execute(db)
  return rows[0]?.count ?? 0
}
