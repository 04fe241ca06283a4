import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type HoldRow = Selectable<Tables['legal_hold']>

/** Newest first. */
export async function holdsOf(db: Db, realmId: number): Promise<HoldRow[]> {
  return await db
    .selectFrom('legal_hold')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id', 'desc')
    .execute()
}

export async function findHold(db: Db, realmId: number, id: number): Promise<HoldRow | undefined> {
  return await db
    .selectFrom('legal_hold')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertHold(
  tx: Tx,
  hold: Omit<HoldRow, 'id' | 'realm_id' | 'released_by' | 'released_at'>,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('legal_hold')
    .values({ ...hold, realm_id: tx.realmId, released_by: null, released_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markReleased(tx: Tx, id: number, by: number, at: Date): Promise<void> {
  await tx.db
    .updateTable('legal_hold')
    .set({ released_by: by, released_at: at })
    .where('id', '=', id)
    .execute()
}

/** Numbers of kept messages and files. */
export async function keptCounts(db: Db, realmId: number): Promise<{ messages: number; files: number }> {
  const { rows } = await sql<{ messages: number; files: number }>`
    select (select count(*) from held_message where realm_id = ${realmId}) as messages,
      (select count(distinct f.path_id) from held_file f where f.realm_id = ${realmId}
        and not exists (select from attachment a where a.path_id = f.path_id)) as files`.execute(db)
  return rows[0] ?? { messages: 0, files: 0 }
}
