import type { UserSettings } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { type BotDefaults, noDefaults } from '../../../directory/bots.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { StoredKey } from '../../../platform/sealer.ts'

export interface NewAccount {
  email: string
  fullName: string
  role: number
  apiKey: StoredKey
  passwordHash: string | null
  canCreateUsers: boolean
  settings?: Partial<UserSettings>
  timezone?: string
  botType?: number
  botOwnerId?: number
  botDefaults?: BotDefaults
  isSystemBot?: boolean
  since?: Date | undefined
}

/** Inserts an account and its recipient for direct messages. */
export async function insertAccount(db: Db, realmId: number, account: NewAccount): Promise<number> {
  const { id } = await db
    .insertInto('account')
    .values({
      realm_id: realmId,
      delivery_email: account.email,
      full_name: account.fullName,
      role: account.role,
      api_key_hash: account.apiKey.hash,
      api_key_sealed: account.apiKey.sealed,
      password_hash: account.passwordHash,
      can_create_users: account.canCreateUsers,
      bot_type: account.botType ?? null,
      bot_owner_id: account.botOwnerId ?? null,
      ...columnsOf(account.botDefaults ?? noDefaults),
      is_system_bot: account.isSystemBot ?? false,
      settings: JSON.stringify(account.settings ?? {}),
      timezone: account.timezone ?? '',
      ...(account.since === undefined ? {} : { created_at: account.since }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const recipient = await db
    .insertInto('recipient')
    .values({ realm_id: realmId, user_ids: [id], user_set: String(id) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('recipient_member').values({ user_id: id, recipient_id: recipient.id }).execute()
  return id
}

export async function updateAccount(
  tx: Tx,
  userId: number,
  changes: {
    full_name?: string
    role?: number
    password_hash?: string
    delivery_email?: string
    api_key_hash?: string
    api_key_sealed?: string
    bot_owner_id?: number
  },
): Promise<void> {
  const isVisible = changes.full_name !== undefined || changes.delivery_email !== undefined
  const set = isVisible ? { ...changes, modified_at: sql<Date>`now()` } : changes
  await tx.db.updateTable('account').set(set).where('id', '=', userId).execute()
}

export async function setBotDefaults(tx: Tx, botId: number, defaults: BotDefaults): Promise<void> {
  await tx.db.updateTable('account').set(columnsOf(defaults)).where('id', '=', botId).execute()
}

const columnsOf = (defaults: BotDefaults) => ({
  default_sending_channel_id: defaults.sendingChannelId,
  default_events_channel_id: defaults.eventsChannelId,
  default_all_public_channels: defaults.allPublicChannels,
})

export async function setActive(tx: Tx, userIds: readonly number[], isActive: boolean): Promise<void> {
  await tx.db
    .updateTable('account')
    .set({ is_active: isActive, modified_at: sql`now()` })
    .where(sql<boolean>`id = any(${userIds}::bigint[])`)
    .execute()
}

export async function passwordHashOf(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Replaces the hash of the same password. Not if the password has changed meanwhile. */
export async function renewPasswordHash(
  db: Db,
  userId: number,
  before: string,
  after: string,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: after })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .execute()
}

/** The newest message the user received, or -1. */
export async function maxReceivedMessageId(db: Db, userId: number): Promise<number> {
  const { rows } = await maxReceivedQuery(userId).execute(db)
  return rows[0]?.id ?? -1
}

/** Usually one of the newest messages of all; the others are not looked at then. */
const newestToCheck = 100

/**
 * Compares with the bounds of received ranges, because PostgreSQL estimates that almost no message is in a multirange, and may then read all
 * messages of a conversation for the newest.
 */
export const maxReceivedQuery = (userId: number) =>
  sql<{ id: number | null }>`
    (select coalesce((
      select m.id
      from (
        select id, recipient_id, is_channel from message order by id desc limit ${sql.lit(newestToCheck)}
      ) as m
      where case when m.is_channel
        then exists (select from subscription s
          where s.user_id = ${userId} and s.recipient_id = m.recipient_id and s.received @> m.id)
        else exists (select from recipient_member rm
          where rm.user_id = ${userId} and rm.recipient_id = m.recipient_id) end
      order by m.id desc limit 1
    ), (
      select max(newest.id)
      from (
        select recipient_id, unnest(received) as span from subscription where user_id = ${userId}
        union all
        select recipient_id, '[0,)'::int8range from recipient_member where user_id = ${userId}
      ) as source
      cross join lateral (
        select m.id from message m
        where m.recipient_id = source.recipient_id
          and m.id >= coalesce(lower(source.span), 0) and m.id < coalesce(upper(source.span), 9223372036854775807)
        order by m.id desc limit 1
      ) as newest
    )) as id)`

/** Number of active accounts with this address, in all organizations. */
export async function countActiveAccounts(db: Db, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from account
    where lower(delivery_email) = lower(${email}) and is_active`.execute(db)
  return rows[0]?.count ?? 0
}
