import type { Role, UserSettings } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface NewAccountRow {
  delivery_email: string
  full_name: string
  role: Role
  is_active: boolean
  bot_type: number | null
  can_create_users: boolean
  api_key_hash: string
  api_key_sealed: string
  timezone: string
  settings: Partial<UserSettings>
  onboarding_done: string[]
  created_at: Date
}

/** Inserts accounts without passwords, and the recipient of each, in the given order. */
export async function insertAccounts(
  db: Db,
  realmId: number,
  rows: readonly NewAccountRow[],
): Promise<{ id: number; recipient_id: number }[]> {
  if (rows.length === 0) return []
  const { rows: made } = await sql<{ id: number; recipient_id: number }>`
    with new as (
      select * from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
        delivery_email text, full_name text, role smallint, is_active boolean, bot_type smallint,
        can_create_users boolean, api_key_hash text, api_key_sealed text, timezone text, settings jsonb,
        onboarding_done text[], created_at timestamptz)) with ordinality as new (delivery_email, full_name, role,
        is_active, bot_type, can_create_users, api_key_hash, api_key_sealed, timezone, settings, onboarding_done,
        created_at, n)
    ), made as (
      insert into account (realm_id, delivery_email, full_name, role, is_active, bot_type, can_create_users,
        api_key_hash, api_key_sealed, timezone, settings, onboarding_done, created_at)
      select ${realmId}::bigint, delivery_email, full_name, role, is_active, bot_type, can_create_users, api_key_hash,
        api_key_sealed, timezone, settings, onboarding_done, created_at
      from new order by n returning id
    ), recipients as (
      insert into recipient (realm_id, user_ids, user_set)
      select ${realmId}::bigint, array[id], id::text from made order by id returning id, user_ids
    ), members as (
      insert into recipient_member (user_id, recipient_id) select user_ids[1], id from recipients
    )
    select made.id, recipients.id as recipient_id from made join recipients on recipients.user_ids[1] = made.id
    order by made.id`.execute(db)
  return made
}

export async function setOwners(db: Db, pairs: readonly { botId: number; ownerId: number }[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    update account set bot_owner_id = p.owner_id
    from unnest(${pairs.map((pair) => pair.botId)}::bigint[], ${pairs.map((pair) => pair.ownerId)}::bigint[])
      as p (bot_id, owner_id)
    where account.id = p.bot_id`.execute(db)
}

export async function makeAccountOwner(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('account')
    .set({ role: 100, is_active: true, can_create_users: true })
    .where('id', '=', userId)
    .execute()
}
