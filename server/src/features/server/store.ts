import type { Db } from '../../db/database.ts'

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

export async function insertLoginAttempt(db: Db, realmId: number, username: string, at: Date): Promise<void> {
  await db.insertInto('login_attempt').values({ realm_id: realmId, username, at }).execute()
}

export async function deleteLoginAttempts(db: Db, realmId: number, username: string): Promise<void> {
  await db
    .deleteFrom('login_attempt')
    .where('realm_id', '=', realmId)
    .where('username', '=', username)
    .execute()
}
