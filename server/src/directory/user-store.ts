import type { UserSettings } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type BotDefaults, noDefaults } from './bots.ts'
import type { User } from './directory.ts'

/** Only these columns, and those that are cheap to parse, because there may be 200,000 rows. */
const columns = [
  'account.id',
  'account.realm_id',
  'recipient.id as recipient_id',
  'delivery_email',
  'full_name',
  'role',
  'is_active',
  'bot_type',
  'bot_owner_id',
  'default_sending_channel_id',
  'default_events_channel_id',
  'default_all_public_channels',
  'is_system_bot',
  'can_create_users',
  'api_key_hash',
  'api_key_sealed',
  'timezone',
  'avatar_source',
  'avatar_version',
  'avatar_file',
] as const

/** The accounts of an organization and the system bots, which belong to every organization. */
export async function loadUsers(db: Db, realmId: number, ids?: number[]): Promise<User[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('recipient', (join) => join.on('recipient.user_set', '=', sql<string>`account.id::text`))
    .select(columns)
    .select([
      sql<string>`settings::text`.as('settings'),
      sql<number>`floor(extract(epoch from account.created_at) * 1000)::bigint`.as('created_at'),
    ])
    .where((where) => where.or([where('account.realm_id', '=', realmId), where('is_system_bot', '=', true)]))
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`account.id = any(${ids}::bigint[])`))
    .orderBy('account.id')
    .execute()
  // Most users have the same values, which they share in memory.
  const shared = new Map<string, string>()
  const settings = new Map<string, Partial<UserSettings>>()
  return rows.map((row) => ({
    id: row.id,
    realmId: row.realm_id,
    recipientId: row.recipient_id,
    deliveryEmail: row.delivery_email,
    fullName: row.full_name,
    role: row.role,
    isActive: row.is_active,
    botType: row.bot_type,
    botOwnerId: row.bot_owner_id,
    botDefaults: botDefaultsOf(row),
    isSystemBot: row.is_system_bot,
    canCreateUsers: row.can_create_users,
    apiKeyHash: row.api_key_hash ?? '',
    sealedApiKey: row.api_key_sealed ?? '',
    timezone: cached(shared, row.timezone, String),
    avatarSource: cached(shared, row.avatar_source, String),
    avatarVersion: row.avatar_version,
    avatarFile: row.avatar_file,
    settings: cached(settings, row.settings, parseSettings),
    createdAt: row.created_at,
  }))
}

/** Frozen, because users share it. */
const parseSettings = (text: string): Partial<UserSettings> => Object.freeze(JSON.parse(text))

function cached<T>(cache: Map<string, T>, key: string, create: (key: string) => T): T {
  const known = cache.get(key)
  if (known !== undefined) return known
  const value = create(key)
  cache.set(key, value)
  return value
}

interface BotDefaultColumns {
  default_sending_channel_id: number | null
  default_events_channel_id: number | null
  default_all_public_channels: boolean
}

function botDefaultsOf(row: BotDefaultColumns): BotDefaults {
  const sendingChannelId = row.default_sending_channel_id
  const eventsChannelId = row.default_events_channel_id
  const allPublicChannels = row.default_all_public_channels
  if (sendingChannelId === null && eventsChannelId === null && !allPublicChannels) return noDefaults
  return { sendingChannelId, eventsChannelId, allPublicChannels }
}
