import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'

export type StoredDay = Omit<Selectable<Tables['daily_statistics']>, 'realm_id' | 'day' | 'is_stale'> & {
  /** `2026-11-17`. */
  date: string
}

/** The days since this date, and the last one before it. */
export async function loadDays(db: Db, realmId: number, since: string): Promise<StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select day::text as date, public_messages, private_messages, direct_messages, bot_messages, active_users,
      active_users_7_days, active_users_30_days, storage_bytes
    from daily_statistics
    where realm_id = ${realmId} and day >= coalesce(
      (select max(day) from daily_statistics where realm_id = ${realmId} and day < ${since}::date), ${since}::date)
    order by day`.execute(db)
  return rows
}

export interface ChannelTotal {
  channelId: number
  messages: number
}

/** Messages of all channels since this date, most active first. */
export async function loadChannelTotals(db: Db, realmId: number, since: string): Promise<ChannelTotal[]> {
  const { rows } = await sql<ChannelTotal>`
    select channel_id as "channelId", sum(messages)::float8 as messages
    from daily_channel_messages where realm_id = ${realmId} and day >= ${since}::date
    group by channel_id order by messages desc, channel_id`.execute(db)
  return rows
}

export interface CountProgress {
  /** All messages sent until then are counted; null before the first count. */
  countedUntil: Date | null
  /** False while older messages are being counted, after an upgrade or an import. */
  isComplete: boolean
}

/** How far the messages of an organization are counted. */
export async function loadProgress(db: Db, realmId: number): Promise<CountProgress> {
  const { rows } = await sql<CountProgress>`
    select upto_at as "countedUntil",
      upto_at is not null
        and not exists (select from statistics_backlog b where b.realm_id = ${realmId}) as "isComplete"
    from statistics_progress`.execute(db)
  return rows[0] ?? { countedUntil: null, isComplete: false }
}
