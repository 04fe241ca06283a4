import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Organizations whose oldest entry is from before a time. */
export async function realmsToTrim(db: Db, before: Date): Promise<number[]> {
  const { rows } = await sql<{ realm_id: number }>`
    select h.realm_id from audit_head h
    where (select e.at from audit_entry e where e.realm_id = h.realm_id order by e.seq limit 1) < ${before}`.execute(
    db,
  )
  return rows.map((row) => row.realm_id)
}

/**
 * Deletes the oldest entries from before a time, at most `limit`, and returns the last of them. Keeps those that a receiver outside does not
 * have yet, and everything from the first newer entry on.
 */
export async function deleteOldest(
  tx: Tx,
  before: Date,
  limit: number,
  destinations: readonly string[],
): Promise<{ seq: number; mac: string } | undefined> {
  const { rows } = await sql<{ seq: number; mac: string }>`
    with oldest as (
      select seq, mac, at from audit_entry where realm_id = ${tx.realmId} order by seq limit ${limit}
    ), bound as (
      select least(
        coalesce((select min(seq) from oldest where at >= ${before}), 9223372036854775807),
        (select min(coalesce(s.seq, 0)) + 1 from unnest(${destinations}::text[]) as d (name)
          left join audit_stream s on s.destination = d.name and s.realm_id = ${tx.realmId})
      ) as seq
    ), deleted as (
      delete from audit_entry e using bound b
      where e.realm_id = ${tx.realmId} and e.seq in (select seq from oldest) and e.seq < b.seq
      returning e.seq, e.mac
    )
    select seq, mac from deleted order by seq desc limit 1`.execute(tx.db)
  return rows[0]
}
