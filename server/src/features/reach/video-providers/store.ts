import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Sealer } from '../../../platform/sealer.ts'

export interface ZoomToken {
  accessToken: string
  refreshToken: string
  /** In milliseconds since the Unix epoch. */
  expiresAt: number
}

const rowOf = (userId: number) => `zoom_token ${userId}`

export const zoomTokenQuery = (db: Db, userId: number) =>
  db.selectFrom('zoom_token').select('user_id').where('user_id', '=', userId)

export async function findZoomToken(db: Db, sealer: Sealer, userId: number): Promise<ZoomToken | undefined> {
  const row = await db
    .selectFrom('zoom_token')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined
    ? undefined
    : (sealer.openJson('zoom token', row.token, rowOf(userId)) as ZoomToken)
}

export async function saveZoomToken(tx: Tx, userId: number, token: ZoomToken): Promise<void> {
  const sealed = tx.sealer.sealJson('zoom token', JSON.stringify(token), rowOf(userId))
  await tx.db
    .insertInto('zoom_token')
    .values({ user_id: userId, token: sealed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token: sealed }))
    .execute()
}

/** Replaces a token that is still there: the user may have disconnected meanwhile. */
export async function replaceZoomToken(tx: Tx, userId: number, token: ZoomToken): Promise<void> {
  const sealed = tx.sealer.sealJson('zoom token', JSON.stringify(token), rowOf(userId))
  await tx.db.updateTable('zoom_token').set({ token: sealed }).where('user_id', '=', userId).execute()
}

export async function deleteZoomToken(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('zoom_token')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
