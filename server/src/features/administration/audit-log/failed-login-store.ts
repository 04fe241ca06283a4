import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface FailedLogin {
  address: string
  /** Null for a name without an account. */
  userId: number | null
  count: number
}

/** Addresses and accounts told apart in one minute. Further ones are counted together, so that an attack cannot fill the disk. */
const maxRowsPerMinute = 50

export async function countFailedLogin(
  db: Db,
  realmId: number,
  { minute, address, userId }: { minute: Date; address: string; userId: number },
): Promise<void> {
  await sql`
    insert into audit_failed_login as f (realm_id, minute, address, user_id, count)
    select ${realmId}, ${minute}, case when full_up then '' else ${address} end, case when full_up then 0 else ${userId}::bigint end, 1
    from (
      select count(*) >= ${maxRowsPerMinute} and not coalesce(bool_or(address = ${address} and user_id = ${userId}), false) as full_up
      from audit_failed_login where realm_id = ${realmId} and minute = ${minute}
    ) rows
    on conflict (realm_id, minute, address, user_id) do update set count = f.count + 1`.execute(db)
}

/** Organizations with failed logins of minutes that are over. */
export async function realmsWithFailedLogins(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_failed_login')
    .select('realm_id')
    .distinct()
    .where('minute', '<', before)
    .execute()
  return rows.map((row) => row.realm_id)
}

/** Removes and returns the failed logins of minutes that are over, by minute. */
export async function takeFailedLogins(tx: Tx, before: Date): Promise<Map<number, FailedLogin[]>> {
  const rows = await tx.db
    .deleteFrom('audit_failed_login')
    .where('realm_id', '=', tx.realmId)
    .where('minute', '<', before)
    .returning(['minute', 'address', 'user_id', 'count'])
    .execute()
  const minutes = new Map<number, FailedLogin[]>()
  for (const { minute, address, user_id, count } of rows.sort(
    (a, b) => a.minute.getTime() - b.minute.getTime(),
  )) {
    const found = minutes.get(minute.getTime()) ?? []
    found.push({ address, userId: user_id === 0 ? null : user_id, count })
    minutes.set(minute.getTime(), found)
  }
  return minutes
}
