import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface UnsentLog {
  realmId: number
  subdomain: string
  /** The last entry that the receiver has. */
  seq: number
}

/** Organizations with entries that a receiver does not have yet. */
export async function unsentLogs(db: Db, destination: string): Promise<UnsentLog[]> {
  const { rows } = await sql<UnsentLog>`
    select h.realm_id as "realmId", r.subdomain, coalesce(s.seq, 0) as seq
    from audit_head h join realm r on r.id = h.realm_id
      left join audit_stream s on s.realm_id = h.realm_id and s.destination = ${destination}
    where h.seq > coalesce(s.seq, 0) order by h.realm_id`.execute(db)
  return rows
}

export async function storePosition(
  db: Db,
  destination: string,
  realmId: number,
  seq: number,
): Promise<void> {
  await db
    .insertInto('audit_stream')
    .values({ destination, realm_id: realmId, seq })
    .onConflict((conflict) => conflict.columns(['destination', 'realm_id']).doUpdateSet({ seq }))
    .execute()
}
