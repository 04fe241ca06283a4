import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Users with a password, a session, or an account at an identity provider. */
export async function usersWhoLoggedIn(db: Db, realmId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from account where realm_id = ${realmId} and password_hash is not null
    union select user_id from session where realm_id = ${realmId}
    union select user_id from external_identity where realm_id = ${realmId}`.execute(db)
  return new Set(rows.map((row) => row.id))
}
