import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Serializes attempts under one name, so that concurrent guesses are all counted. */
export async function lockAttempts(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${tx.realmId}))`.execute(tx.db)
}

/** Times of recent attempts, ascending. */
export async function attempts(db: Db, realmId: number, name: string, since: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('login_attempt')
    .select('at')
    .where('realm_id', '=', realmId)
    .where('username', '=', name)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return rows.map((row) => row.at.getTime())
}

export async function insertAttempt(tx: Tx, name: string, at: Date): Promise<void> {
  await tx.db.insertInto('login_attempt').values({ realm_id: tx.realmId, username: name, at }).execute()
}

export async function deleteAttempts(db: Db, realmId: number, name: string): Promise<void> {
  await db.deleteFrom('login_attempt').where('realm_id', '=', realmId).where('username', '=', name).execute()
}

/** Removes the last attempt, which turned out not to count. */
export async function deleteLastAttempt(db: Db, realmId: number, name: string): Promise<void> {
  await sql`
    delete from login_attempt where ctid = (
      select ctid from login_attempt where realm_id = ${realmId} and username = ${name} order by at desc limit 1
    )`.execute(db)
}

/** Deletes up to `limit` rows and returns their number. */
export async function deleteOldAttempts(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_attempt where ctid = any(array(
      select ctid from login_attempt where at < ${before} order by at limit ${limit}
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
