import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Sums up the used space. */
export async function storeSpace(db: Db, realmId: number): Promise<void> {
  await sql`
    insert into upload_space (realm_id, bytes)
    select ${realmId}, coalesce(sum(size), 0) from attachment where realm_id = ${realmId}
    on conflict (realm_id) do update set bytes = excluded.bytes`.execute(db)
}

export async function attachmentsWithImages(db: Db, realmId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('attachment')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('image', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
