import type { VisibilityPolicy } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** One person and one topic, as a change names them. */
export interface PolicyChange {
  userId: number
  channelId: number
  topic: string
  policy: VisibilityPolicy
}
/** With the recipient, by which topics are indexed. */
export interface LocatedChange extends PolicyChange {
  recipientId: number
}

export interface PolicyRow {
  channelId: number
  topic: string
  policy: VisibilityPolicy
  updatedAt: Date | string
}

/** All that somebody made of topics, also in channels that are archived or closed to them now. */
export const policiesQuery = (db: Db, userId: number) =>
  db
    .selectFrom('user_topic')
    .select(['channel_id as channelId', 'topic', 'policy', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)

export async function policyOf(
  db: Db,
  userId: number,
  channelId: number,
  topic: string,
): Promise<VisibilityPolicy> {
  const { rows } = await sql<{ policy: VisibilityPolicy }>`
    select policy from user_topic
    where user_id = ${userId} and recipient_id = (select id from recipient where channel_id = ${channelId})
      and lower(topic) = lower(${topic})`.execute(db)
  return rows[0]?.policy ?? 0
}

/** What people made of a topic of a channel, by user; those who made nothing of it are not there. */
export async function policiesOfTopic(
  db: Db,
  recipientId: number,
  topic: string,
): Promise<Map<number, VisibilityPolicy>> {
  const { rows } = await sql<{ user_id: number; policy: VisibilityPolicy }>`
    select user_id, policy from user_topic
    where recipient_id = ${recipientId} and lower(topic) = lower(${topic})`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row.policy]))
}

/** Topics by the people who muted them and by name; archived channels are left out. */
export async function mutedTopicsOf(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, (PolicyRow & { channelName: string })[]>> {
  const { rows } = await sql<PolicyRow & { userId: number; channelName: string }>`
    select t.user_id as "userId", t.channel_id as "channelId", c.name as "channelName", t.topic, t.policy,
      t.updated_at as "updatedAt"
    from user_topic t join channel c on c.id = t.channel_id
    where t.user_id = any(${userIds}::bigint[]) and t.policy = 1 and not c.is_archived`.execute(db)
  return Map.groupBy(rows, (row) => row.userId)
}

/** Changes as a table; of several about the same thing the last one counts. */
const wantedSql = (changes: readonly LocatedChange[]) => sql`
  select distinct on (user_id, recipient_id, lower(topic)) user_id, channel_id, recipient_id, topic, policy, n
  from unnest(
    ${changes.map((one) => one.userId)}::bigint[], ${changes.map((one) => one.channelId)}::bigint[],
    ${changes.map((one) => one.recipientId)}::bigint[], ${changes.map((one) => one.topic)}::text[],
    ${changes.map((one) => one.policy)}::smallint[]
  ) with ordinality as c (user_id, channel_id, recipient_id, topic, policy, n)
  order by user_id, recipient_id, lower(topic), n desc`

const isAbout = sql<boolean>`t.user_id = w.user_id and t.recipient_id = w.recipient_id
  and lower(t.topic) = lower(w.topic)`

/** Whether any of the changes would change anything. */
export async function wouldChange(db: Db, changes: readonly LocatedChange[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (${wantedSql(changes)}) as w left join user_topic t on ${isAbout}
    where w.policy <> coalesce(t.policy, 0) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Makes changes, all in one statement, and returns those that changed something, in their order. A topic stays
 * spelled as it was first written. The transaction must hold the log's lock.
 */
export async function applyPolicies<C extends LocatedChange>(
  tx: Tx,
  now: Date,
  changes: readonly C[],
): Promise<C[]> {
  const { rows } = await sql<{ n: number }>`
    with wanted as materialized (${wantedSql(changes)}),
    removed as (
      delete from user_topic t using wanted w where w.policy = 0 and ${isAbout} returning w.n
    ),
    written as (
      insert into user_topic as t (user_id, channel_id, recipient_id, topic, policy, updated_at)
      select user_id, channel_id, recipient_id, topic, policy, ${now}::timestamptz from wanted where policy <> 0
      on conflict (user_id, recipient_id, lower(topic)) do update
        set policy = excluded.policy, updated_at = excluded.updated_at
        where t.policy <> excluded.policy
      returning t.user_id, t.recipient_id, t.topic
    )
    select n from removed
    union all
    select w.n from written t join wanted w on ${isAbout}
    order by n`.execute(tx.db)
  return rows.flatMap(({ n }) => changes[n - 1] ?? [])
}
