import { sql } from 'kysely'
import type { Tx } from '../../../events/transaction.ts'

export async function storeSettings(
  tx: Tx,
  userId: number,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`
    update account set settings = settings || ${JSON.stringify(changes)}::jsonb where id = ${userId}`.execute(
    tx.db,
  )
}

export async function storeTimezone(tx: Tx, userId: number, timezone: string): Promise<void> {
  await tx.db.updateTable('account').set({ timezone }).where('id', '=', userId).execute()
}

export async function deleteDraftsOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('draft').where('user_id', '=', userId).execute()
}
