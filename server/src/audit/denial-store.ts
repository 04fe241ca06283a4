import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface Denial {
  userId: number
  /** The name of the endpoint. */
  endpoint: string
  reason: string
}

/** Users and endpoints told apart in one minute. Further ones are counted together, so that nobody can fill the log. */
const maxRowsPerMinute = 50

export async function countDenial(
  db: Db,
  realmId: number,
  minute: Date,
  { userId, endpoint, reason }: Denial,
): Promise<void> {
  await sql`
    insert into audit_denial as d (realm_id, minute, user_id, endpoint, reason, count)
    select ${realmId}, ${minute}, case when is_full then 0 else ${userId}::bigint end,
      case when is_full then '' else ${endpoint} end, case when is_full then '' else ${reason} end, 1
    from (
      select count(*) >= ${maxRowsPerMinute}
        and not coalesce(bool_or(user_id = ${userId} and endpoint = ${endpoint} and reason = ${reason}), false) as is_full
      from audit_denial where realm_id = ${realmId} and minute = ${minute}
    ) rows
    on conflict (realm_id, minute, user_id, endpoint, reason) do update set count = d.count + 1`.execute(db)
}

/** Organizations with denials of minutes that are over. */
export async function realmsWithDenials(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_denial')
    .select('realm_id')
    .distinct()
    .where('minute', '<', before)
    .execute()
  return rows.map((row) => row.realm_id)
}

/** Removes and returns the denials of minutes that are over, by minute. */
export async function takeDenials(
  db: Db,
  realmId: number,
  before: Date,
): Promise<Map<number, (Denial & { count: number })[]>> {
  const rows = await db
    .deleteFrom('audit_denial')
    .where('realm_id', '=', realmId)
    .where('minute', '<', before)
    .returning(['minute', 'user_id', 'endpoint', 'reason', 'count'])
    .execute()
  const minutes = new Map<number, (Denial & { count: number })[]>()
  for (const { minute, user_id, ...rest } of rows.sort((a, b) => a.minute.getTime() - b.minute.getTime())) {
    const found = minutes.get(minute.getTime()) ?? []
    found.push({ userId: user_id, ...rest })
    minutes.set(minute.getTime(), found)
  }
  return minutes
}
