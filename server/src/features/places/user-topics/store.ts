import type { VisibilityPolicy } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** A change of one user's policy for one topic. */
export interface PolicyChange {
  userId: number
  channelId: number
  topic: string
  policy: VisibilityPolicy
}
/** With the recipient ID that indexes topics. */
export interface LocatedChange extends PolicyChange {
  recipientId: number
}

export interface PolicyRow {
  channelId: number
  topic: string
  policy: VisibilityPolicy
  updatedAt: Date | string
}

/** All policies of a user, including those in archived or inaccessible channels. */
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

/** Policies for one topic, by user; users without a policy are omitted. */
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

/** Muted topics by user, ordered by name; archived channels are omitted. */
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

/** Changes as a table. The last of several changes to one topic wins. */
const changesSql = (changes: readonly LocatedChange[]) => sql`
  select distinct on (user_id, recipient_id, lower(topic)) user_id, channel_id, recipient_id, topic, policy, n
  from unnest(
    ${changes.map((one) => one.userId)}::bigint[], ${changes.map((one) => one.channelId)}::bigint[],
    ${changes.map((one) => one.recipientId)}::bigint[], ${changes.map((one) => one.topic)}::text[],
    ${changes.map((one) => one.policy)}::smallint[]
  ) with ordinality as c (user_id, channel_id, recipient_id, topic, policy, n)
  order by user_id, recipient_id, lower(topic), n desc`

const sameTopicSql = sql<boolean>`t.user_id = w.user_id and t.recipient_id = w.recipient_id
  and lower(t.topic) = lower(w.topic)`

/** Whether any of the changes has an effect. */
export async function hasEffect(db: Db, changes: readonly LocatedChange[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (${changesSql(changes)}) as w left join user_topic t on ${sameTopicSql}
    where w.policy <> coalesce(t.policy, 0) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Applies changes with one statement and returns those that had an effect, in order. A topic keeps its first
 * spelling. The transaction must hold the log lock.
 */
export async function applyPolicies<C extends LocatedChange>(
  tx: Tx,
  now: Date,
  changes: readonly C[],
): Promise<C[]> {
  const { rows } = await sql<{ n: number }>`
    with wanted as materialized (${changesSql(changes)}),
    removed as (
      delete from user_topic t using wanted w where w.policy = 0 and ${sameTopicSql} returning w.n
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
    select w.n from written t join wanted w on ${sameTopicSql}
    order by n`.execute(tx.db)
  return rows.flatMap(({ n }) => changes[n - 1] ?? [])
}
