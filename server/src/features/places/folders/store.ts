import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type FolderRow = Selectable<Tables['channel_folder']>
type FolderFields = Pick<FolderRow, 'name' | 'description' | 'is_archived'>

/** In the order of the organization. */
export async function loadFolders(db: Db, realmId: number): Promise<FolderRow[]> {
  return await db
    .selectFrom('channel_folder')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function insertFolder(
  tx: Tx,
  row: Pick<FolderRow, 'name' | 'description' | 'position' | 'creator_id' | 'created_at'>,
): Promise<FolderRow> {
  return await tx.db
    .insertInto('channel_folder')
    .values({ ...row, realm_id: tx.realmId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateFolder(tx: Tx, id: number, fields: Partial<FolderFields>): Promise<FolderRow> {
  return await tx.db
    .updateTable('channel_folder')
    .set(fields)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update channel_folder set position = n
    from unnest(${ids}::bigint[]) with ordinality as ordered (id, n)
    where channel_folder.id = ordered.id`.execute(tx.db)
}

export interface FolderPreferenceRow {
  folder_id: number
  position: number | null
  collapsed: boolean
}

export const folderPreferencesQuery = (db: Db, userId: number) =>
  db
    .selectFrom('channel_folder_preference')
    .select(['folder_id', 'position', 'collapsed'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('folder_id')

/** Folders that are not listed lose their position. */
export async function storeOwnOrder(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update channel_folder_preference set position = null
    where user_id = ${userId} and position is not null and folder_id <> all (${ids}::bigint[])`.execute(tx.db)
  await sql`
    insert into channel_folder_preference (user_id, folder_id, position)
    select ${userId}::bigint, id, n from unnest(${ids}::bigint[]) with ordinality as ordered (id, n)
    on conflict (user_id, folder_id) do update set position = excluded.position`.execute(tx.db)
}

export async function storeCollapsed(
  tx: Tx,
  userId: number,
  ids: readonly number[],
  collapsed: boolean,
): Promise<void> {
  await sql`
    insert into channel_folder_preference (user_id, folder_id, collapsed)
    select ${userId}::bigint, id, ${collapsed}::boolean from unnest(${ids}::bigint[]) as changed (id)
    on conflict (user_id, folder_id) do update set collapsed = excluded.collapsed`.execute(tx.db)
}
