import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/transaction.ts'

/** Attempts by one name take turns, so that guesses made at once are counted like any others. */
export async function lockLogin(tx: Tx, username: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${username}, ${tx.realmId}))`.execute(tx.db)
}

/** When somebody last tried to log in by this name, ascending. */
export async function loginAttempts(
  db: Db,
  realmId: number,
  username: string,
  since: Date,
): Promise<number[]> {
  const rows = await db
    .selectFrom('login_attempt')
    .select('at')
    .where('realm_id', '=', realmId)
    .where('username', '=', username)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return rows.map((row) => row.at.getTime())
}

export async function insertLoginAttempt(tx: Tx, username: string, at: Date): Promise<void> {
  await tx.db.insertInto('login_attempt').values({ realm_id: tx.realmId, username, at }).execute()
}

export async function deleteLoginAttempts(db: Db, realmId: number, username: string): Promise<void> {
  await db
    .deleteFrom('login_attempt')
    .where('realm_id', '=', realmId)
    .where('username', '=', username)
    .execute()
}
