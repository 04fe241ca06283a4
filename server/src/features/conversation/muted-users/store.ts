import type { MutedUserObject } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'

/** Users that a user muted, oldest first. */
export const mutedUsersQuery = (db: Db, userId: number) =>
  db
    .selectFrom('muted_user')
    .select(['muted_user_id', 'muted_at'])
    .where('user_id', '=', userId)
    .orderBy('muted_at')
    .orderBy('muted_user_id')

export async function mutedUsersOf(db: Db, userId: number): Promise<MutedUserObject[]> {
  return (await mutedUsersQuery(db, userId).execute()).map(presentMute)
}

export const presentMute = (row: { muted_user_id: number; muted_at: Date | string }): MutedUserObject => ({
  id: row.muted_user_id,
  timestamp: toSeconds(new Date(row.muted_at).getTime()),
})

export async function insertMute(tx: Tx, userId: number, mutedUserId: number, now: Date): Promise<void> {
  await tx.db
    .insertInto('muted_user')
    .values({ user_id: userId, muted_user_id: mutedUserId, muted_at: now })
    .execute()
}

export async function deleteMute(tx: Tx, userId: number, mutedUserId: number): Promise<void> {
  await tx.db
    .deleteFrom('muted_user')
    .where('user_id', '=', userId)
    .where('muted_user_id', '=', mutedUserId)
    .execute()
}
