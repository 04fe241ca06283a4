import { sql } from 'kysely'
import type { RealmPictures } from '../../../db/tables/pictures.ts'
import type { Tx } from '../../../events/transaction.ts'

export async function updatePictures(tx: Tx, changed: RealmPictures): Promise<void> {
  await sql`
    update realm set pictures = pictures || ${JSON.stringify(changed)}::jsonb where id = ${tx.realmId}`.execute(
    tx.db,
  )
}
