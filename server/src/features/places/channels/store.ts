import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel } from '../../../directory/directory.ts'
import type { PersonalChannelSettings } from '../../../directory/personal-part.ts'
import { loadChannels } from '../../../directory/store.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Properties of a channel to create. */
export type NewChannel = Pick<
  Channel,
  | 'name'
  | 'description'
  | 'renderedDescription'
  | 'creatorId'
  | 'inviteOnly'
  | 'isWebPublic'
  | 'historyPublicToSubscribers'
  | 'messageRetentionDays'
  | 'permissions'
> & { since?: Date | undefined }

/** Inserts channels and their recipients with two statements. */
export async function insertChannels(tx: Tx, list: readonly NewChannel[]): Promise<Channel[]> {
  const rows = list.map((channel) => ({
    name: channel.name,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    creator_id: channel.creatorId,
    invite_only: channel.inviteOnly,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    message_retention_days: channel.messageRetentionDays,
    permissions: channel.permissions,
    created_at: channel.since ?? null,
  }))
  const inserted = await sql<{ id: number }>`
    with made as (
      insert into channel (realm_id, name, description, rendered_description, creator_id, invite_only, is_web_public,
        history_public_to_subscribers, message_retention_days, permissions, created_at)
      select ${tx.realmId}::bigint, name, description, rendered_description, creator_id, invite_only, is_web_public,
        history_public_to_subscribers, message_retention_days, permissions, coalesce(created_at, now())
      from rows from (
        json_to_recordset(${JSON.stringify(rows)}::json) as (
          name text, description text, rendered_description text, creator_id bigint, invite_only boolean,
          is_web_public boolean, history_public_to_subscribers boolean, message_retention_days integer,
          permissions jsonb, created_at timestamptz)
      ) with ordinality as new (name, description, rendered_description, creator_id, invite_only, is_web_public,
        history_public_to_subscribers, message_retention_days, permissions, created_at, n)
      order by n
      returning id
    ), recipients as (
      insert into recipient (realm_id, channel_id) select ${tx.realmId}::bigint, id from made order by id
    )
    select id from made order by id`.execute(tx.db)
  const ids = inserted.rows.map((row) => row.id)
  const loaded = new Map((await loadChannels(tx.db, tx.realmId, ids)).map((channel) => [channel.id, channel]))
  return ids.map((id) => {
    const channel = loaded.get(id)
    if (channel === undefined) throw new Error(`The new channel ${id} is not there.`)
    return channel
  })
}

/** Colors of the channels that users are or were subscribed to, by user and channel. */
export async function colorsOf(db: Db, userIds: number[]): Promise<Map<number, Record<number, string>>> {
  const { rows } = await sql<{ user_id: number; colors: Record<number, string> }>`
    select user_id, jsonb_object_agg(channel_id, color) as colors from subscription
    where user_id = any(${userIds}::bigint[]) group by user_id`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row.colors]))
}

export interface NewSubscription {
  userId: number
  channel: Channel
  color: string
}

export interface SubscriptionRow extends PersonalChannelSettings {
  user_id: number
  channel_id: number
}

const personal = sql.raw(`color, is_muted, pin_to_top, desktop_notifications, email_notifications,
  push_notifications, audible_notifications, wildcard_mentions_notify`)

/**
 * Creates subscriptions, or restores former ones with their settings. The transaction must hold the log lock,
 * so that no message can get an ID between the one read here and the commit.
 */
export async function insertSubscriptions(
  tx: Tx,
  list: readonly NewSubscription[],
): Promise<SubscriptionRow[]> {
  if (list.length === 0) return []
  const { rows } = await sql<SubscriptionRow>`
    with next as (select case when is_called then last_value + 1 else last_value end as id from message_id)
    insert into subscription (user_id, channel_id, recipient_id, received, color)
    select s.user_id, s.channel_id, s.recipient_id, int8multirange(int8range(next.id, null)), s.color
    from next, unnest(
      ${list.map((one) => one.userId)}::bigint[], ${list.map((one) => one.channel.id)}::bigint[],
      ${list.map((one) => one.channel.recipientId)}::bigint[], ${list.map((one) => one.color)}::text[]
    ) as s (user_id, channel_id, recipient_id, color)
    on conflict (user_id, channel_id) do update
      set active = true, received = subscription.received + excluded.received
    returning user_id, channel_id, ${personal}`.execute(tx.db)
  return rows
}

/**
 * Ends subscriptions; messages received so far stay received. The transaction must hold the log lock. An
 * update would lock the rows it joins, which a sequence does not support, so the ID is materialized first.
 */
export async function endSubscriptions(
  tx: Tx,
  pairs: readonly { userId: number; channelId: number }[],
): Promise<void> {
  await sql`
    with next as materialized (
      select case when is_called then last_value + 1 else last_value end as id from message_id
    )
    update subscription
    set active = false, received = received * int8multirange(int8range(null, next.id))
    from next, unnest(
      ${pairs.map((pair) => pair.userId)}::bigint[], ${pairs.map((pair) => pair.channelId)}::bigint[]
    ) as s (user_id, channel_id)
    where subscription.user_id = s.user_id and subscription.channel_id = s.channel_id`.execute(tx.db)
}

/** Above every message ID: a subscription that receives from here on receives nothing yet. A safe integer. */
const beyondAllMessages = sql.raw('4503599627370496')

/** Stops delivery to deactivated accounts. The transaction must hold the log lock. */
export async function pauseSubscriptions(tx: Tx, userIds: readonly number[]): Promise<void> {
  await sql`
    with next as materialized (
      select case when is_called then last_value + 1 else last_value end as id from message_id
    )
    update subscription
    set received = received * int8multirange(int8range(null, next.id)) + int8multirange(int8range(${beyondAllMessages}, null))
    from next where active and user_id = any(${userIds}::bigint[])`.execute(tx.db)
}

/** Resumes delivery from now on. The transaction must hold the log lock. */
export async function resumeSubscriptions(tx: Tx, userId: number): Promise<void> {
  await sql`
    with next as materialized (
      select case when is_called then last_value + 1 else last_value end as id from message_id
    )
    update subscription
    set received = received - int8multirange(int8range(${beyondAllMessages}, null)) + int8multirange(int8range(next.id, null))
    from next where active and user_id = ${userId}`.execute(tx.db)
}

/** Subset of users with unread messages in a channel. */
export async function peopleWithUnread(
  db: Db,
  { recipientId }: Channel,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select s.user_id from subscription s
    left join read_state r on r.user_id = s.user_id and r.recipient_id = s.recipient_id
    where s.recipient_id = ${recipientId} and s.user_id = any(${userIds}::bigint[]) and (
      exists (
        select from unnest(s.received - coalesce(r.read, '{}')) as gap (ids) cross join lateral (
          select from message m
          where m.recipient_id = ${recipientId} and m.sender_id <> s.user_id
            and m.id >= lower(gap.ids) and m.id < upper(gap.ids)
          limit 1
        ) as unread
      )
      or exists (
        select from message_flag f join message m on m.id = f.message_id
        where f.user_id = s.user_id and f.flags & 1024 <> 0 and m.recipient_id = ${recipientId}
      )
    )`.execute(db)
  return rows.map((row) => row.user_id)
}

/**
 * All current and former subscriptions of a user, a line each: see {@link subscriptionsIn}. Rows of JSON take PostgreSQL three times as long, and clients
 * that start read hundreds.
 */
export const subscriptionsQuery = (userId: number) =>
  sql<{ lines: string | null }>`(
    select string_agg(channel_id || (active, is_muted, pin_to_top, desktop_notifications, email_notifications,
      push_notifications, audible_notifications, wildcard_mentions_notify)::text || color, E'\n') as lines
    from subscription where user_id = ${userId})`

/** Subset of channels that a user is subscribed to. Locks the subscriptions until the end of the transaction. */
export async function lockSubscribed(
  tx: Tx,
  userId: number,
  channelIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.db
    .selectFrom('subscription')
    .select('channel_id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`channel_id = any(${channelIds}::bigint[])`)
    .where('active', '=', true)
    .forUpdate()
    .execute()
  return new Set(rows.map((row) => row.channel_id))
}

/** Updates personal properties of subscriptions with one statement. Properties that are not given stay unchanged. */
export async function setPersonal(
  tx: Tx,
  userId: number,
  changes: ReadonlyMap<number, Partial<PersonalChannelSettings>>,
): Promise<void> {
  const rows = [...changes].map(([channel_id, change]) => ({ channel_id, ...change }))
  await sql`
    update subscription s set
      color = coalesce(new.color, s.color),
      is_muted = coalesce(new.is_muted, s.is_muted),
      pin_to_top = coalesce(new.pin_to_top, s.pin_to_top),
      desktop_notifications = coalesce(new.desktop_notifications, s.desktop_notifications),
      email_notifications = coalesce(new.email_notifications, s.email_notifications),
      push_notifications = coalesce(new.push_notifications, s.push_notifications),
      audible_notifications = coalesce(new.audible_notifications, s.audible_notifications),
      wildcard_mentions_notify = coalesce(new.wildcard_mentions_notify, s.wildcard_mentions_notify)
    from json_to_recordset(${JSON.stringify(rows)}::json) as new (
      channel_id bigint, color text, is_muted boolean, pin_to_top boolean, desktop_notifications boolean,
      email_notifications boolean, push_notifications boolean, audible_notifications boolean,
      wildcard_mentions_notify boolean)
    where s.user_id = ${userId} and s.channel_id = new.channel_id`.execute(tx.db)
}
