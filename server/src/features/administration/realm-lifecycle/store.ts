import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export async function storeUserDefaults(tx: Tx, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    update realm set user_defaults = user_defaults || ${JSON.stringify(changes)}::jsonb
    where id = ${tx.realmId}`.execute(tx.db)
}

export async function setDeactivated(tx: Tx, deactivated: boolean, deletionAt: Date | null): Promise<void> {
  await tx.db
    .updateTable('realm')
    .set({ deactivated, deletion_at: deletionAt })
    .where('id', '=', tx.realmId)
    .execute()
}

export async function setSubdomain(tx: Tx, subdomain: string): Promise<void> {
  await tx.db.updateTable('realm').set({ subdomain }).where('id', '=', tx.realmId).execute()
}

/** Deactivated organizations due for deletion. */
export async function realmsToDelete(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('realm')
    .select('id')
    .where('deactivated', '=', true)
    .where('deletion_at', '<=', now)
    .execute()
  return rows.map((row) => row.id)
}
