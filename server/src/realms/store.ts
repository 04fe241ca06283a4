import { systemGroups } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface RealmRow {
  id: number
  subdomain: string
}

export async function findRealm(db: Db, subdomain: string): Promise<RealmRow | undefined> {
  return await db
    .selectFrom('realm')
    .select(['id', 'subdomain'])
    .where('subdomain', '=', subdomain)
    .executeTakeFirst()
}

/** Inserts an organization with its log and system groups, without users. Returns false if the subdomain is taken. */
export async function insertRealm(
  db: Db,
  subdomain: string,
  name: string,
  since?: Date,
): Promise<number | false> {
  const row = await db
    .insertInto('realm')
    .values({
      subdomain,
      name,
      settings: '{}',
      permissions: '{}',
      ...(since === undefined ? {} : { created_at: since }),
    })
    .onConflict((conflict) => conflict.column('subdomain').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await db.insertInto('realm_log').values({ realm_id: row.id }).execute()
  for (const group of systemGroups) {
    await db
      .insertInto('user_group')
      .values({
        realm_id: row.id,
        name: group,
        description: descriptions[group],
        is_system: true,
        permissions: '{}',
        ...(since === undefined ? {} : { created_at: since }),
      })
      .execute()
  }
  return row.id
}

const descriptions = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the internet',
}

/** Serializes the initial setup across processes. */
export async function lockSetup(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('loquat setup'))`.execute(db)
}

/** Across all organizations. */
export async function hasAccountWithKey(db: Db, keyHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('api_key_hash', '=', keyHash)
    .executeTakeFirst()
  return row !== undefined
}
