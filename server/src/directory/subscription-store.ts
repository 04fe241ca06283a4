import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ChannelSubscriptions, SubscriptionRow } from './subscriptions.ts'

/** The subscriptions of some users to some channels. */
export async function loadSubscriptions(
  db: Db,
  realmId: number,
  only: { channels: number[]; users: number[] },
): Promise<SubscriptionRow[]> {
  return await db
    .selectFrom('subscription')
    .innerJoin('channel', 'channel.id', 'subscription.channel_id')
    .select(['user_id', 'channel_id', 'active', 'is_muted', 'received'])
    .where('channel.realm_id', '=', realmId)
    .where(sql<boolean>`channel_id = any(${only.channels}::bigint[])`)
    .where(sql<boolean>`user_id = any(${only.users}::bigint[])`)
    .orderBy('user_id')
    .execute()
}

/**
 * All subscriptions, one row per channel: nearly all of a million consist of a user and a first message, and as lists they take a fraction of the
 * time. PostgreSQL computes the lists in memory and in parallel. Call inside a transaction.
 */
export async function loadAllSubscriptions(db: Db, realmId: number): Promise<ChannelSubscriptions[]> {
  await sql`select set_config('work_mem', '64MB', true)`.execute(db)
  const { rows } = await sql<ChannelSubscriptions>`
    select channel_id,
      array_agg(user_id) filter (where active)::text as user_ids,
      array_agg(coalesce(lower(received), 0)) filter (where active)::text as since,
      array_agg(user_id) filter (where active and is_muted)::text as muted_by,
      array_agg(concat_ws(' ', user_id, active, is_muted, received))
        filter (where not active or not range_merge(received) <@ received) as others
    from subscription
    where channel_id in (select id from channel where realm_id = ${realmId})
    group by channel_id`.execute(db)
  return rows
}
