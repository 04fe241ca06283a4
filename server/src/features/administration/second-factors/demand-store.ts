import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Since when a user has to set up a factor. The first call starts the time. */
export async function demandSince(tx: Tx, userId: number, now: Date): Promise<Date> {
  await tx.db
    .insertInto('factor_demand')
    .values({ user_id: userId, realm_id: tx.realmId, since: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const { since } = await tx.db
    .selectFrom('factor_demand')
    .select('since')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return since
}

export async function deleteDemand(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('factor_demand').where('user_id', '=', userId).execute()
}

/** When the requirement changes, everyone gets the whole grace period. */
export async function deleteAllDemands(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('factor_demand').where('realm_id', '=', tx.realmId).execute()
}

/** Organizations with demands. */
export async function realmsWithDemands(db: Db): Promise<number[]> {
  const { rows } = await sql<{ realm_id: number }>`select distinct realm_id from factor_demand`.execute(db)
  return rows.map((row) => row.realm_id)
}

/** Users without a factor, with the time of their demand and a session from before a deadline. */
export async function usersToLogOut(
  db: Db,
  realmId: number,
  graceDays: number,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from factor_demand d
    where realm_id = ${realmId} and since + make_interval(days => ${graceDays}) <= ${now}
      and not exists (select from totp_factor t where t.user_id = d.user_id and t.confirmed_at is not null)
      and not exists (select from passkey p where p.user_id = d.user_id)
      and exists (
        select from session s
        where s.user_id = d.user_id and s.created_at < d.since + make_interval(days => ${graceDays}))`.execute(
    db,
  )
  return rows.map((row) => row.user_id)
}
