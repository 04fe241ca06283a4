import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type DataKeyRow = Omit<Selectable<Tables['data_key']>, 'created_at'>

/** False for databases of versions that had no data keys. */
export async function hasDataKeyTable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('public.data_key') is not null as found`.execute(db)
  return rows[0]?.found === true
}

/** The newest first. */
export async function storedDataKeys(db: Db): Promise<DataKeyRow[]> {
  return await db
    .selectFrom('data_key')
    .select(['purpose', 'id', 'wrapped', 'master'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function insertDataKey(db: Db, row: DataKeyRow): Promise<void> {
  await db
    .insertInto('data_key')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateDataKey(db: Db, { purpose, id, wrapped, master }: DataKeyRow): Promise<void> {
  await db
    .updateTable('data_key')
    .set({ wrapped, master })
    .where('purpose', '=', purpose)
    .where('id', '=', id)
    .execute()
}

/** Secret keys that nothing is sealed with any more. */
export async function deleteOldSecretKeys(db: Db, current: string): Promise<void> {
  await db.deleteFrom('data_key').where('purpose', '=', 'secrets').where('id', '!=', current).execute()
}
