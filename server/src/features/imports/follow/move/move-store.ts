import type { Db } from '../../../../db/database.ts'
import type { MoveIds } from './carry-over-store.ts'

/** No host name has a blank. */
const replacedName = (freshId: number) => `replaced by ${freshId}`

/** Gives the import the subdomain of the preview, which becomes a deactivated organization that is due for deletion. */
export async function swapSubdomains(
  db: Db,
  { previewId, freshId }: MoveIds,
  names: { preview: string; fresh: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('realm')
    .set({ subdomain: replacedName(freshId), preview_of: null, deactivated: true, deletion_at: now })
    .where('id', '=', previewId)
    .execute()
  await db.updateTable('realm').set({ subdomain: names.preview }).where('id', '=', freshId).execute()
  await db
    .updateTable('realm_import')
    .set({ moved_from: names.fresh })
    .where('realm_id', '=', freshId)
    .execute()
}

export interface ImportRow {
  source: string
  movedFrom: string | null
}

/** How an organization was imported, if it was. */
export async function importOf(db: Db, realmId: number): Promise<ImportRow | undefined> {
  return await db
    .selectFrom('realm_import')
    .select(['source', 'moved_from as movedFrom'])
    .where('realm_id', '=', realmId)
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
}

/** The preview that an import has replaced, as long as it is not deleted. */
export async function replacedPreview(db: Db, freshId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('realm')
    .select('id')
    .where('subdomain', '=', replacedName(freshId))
    .executeTakeFirst()
  return row?.id
}
