import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Extensions, Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { readFileTextsSql } from '../file-texts/file-text-sql.ts'
import { needsReading } from '../file-texts/kinds.ts'
import type { DraftWithEffects } from './send-effects.ts'
import { columnOf, insertParts } from './send-statement.ts'

/** An event written by a batch, in log order: a message event, or another with its serialized parts. */
export interface WrittenEvent {
  /** Number of its draft, from 1. */
  n: number
  seq: number
  /** ID of the message; null for other events. */
  id: number | null
  payload: string | null
  audience: string | null
  touches: string | null
}

/**
 * Stores messages with all their effects in one statement, so that the log is locked for one round trip.
 * Skips drafts whose files changed since rendering.
 */
export async function insertWithEffects(
  database: Database,
  { id, extensions }: Pick<Realm, 'id' | 'extensions'>,
  drafts: readonly DraftWithEffects[],
): Promise<WrittenEvent[]> {
  return await database.runPrepared(statement(id, extensions, drafts))
}

/** Like `insertWithEffects`, inside a transaction. */
export async function insertWithEffectsWithin(
  tx: Tx,
  drafts: readonly DraftWithEffects[],
): Promise<WrittenEvent[]> {
  return (await statement(tx.realmId, tx.extensions, drafts).execute(tx.db)).rows
}

/** Order of the events of one message. */
const eventOrder = { activation: 1, mutedTopics: 2, userTopic: 3, message: 4, attachment: 5 }

/**
 * Locks the log first, so that no other writer proceeds until the statement ends. Plain reads do not see
 * commits made while it waited, so rows that affect the result are locked or updated, which reads their
 * newest version. The exception is whether a topic is new: two users who start it concurrently through two
 * processes both follow it.
 */
function statement(
  realmId: number,
  { messageSent }: Extensions,
  drafts: readonly DraftWithEffects[],
): RawBuilder<WrittenEvent> {
  const parts = insertParts(realmId, drafts)
  return sql<WrittenEvent>`
    with log as materialized (
      select last_seq as base from realm_log where realm_id = ${realmId}::bigint for update
    ), ${files(realmId, drafts)}, draft as materialized (
      select nextval('message_id') as id, ordered.*
      from (
        select d.*, p.is_protected from log, ${parts.drafts}
        join unnest(${drafts.map((d) => d.hasProtectedHistory)}::boolean[])
          with ordinality as p (is_protected, n) using (n)
        where d.n not in (select n from stale) order by n
      ) as ordered
    ), stored as (
      insert into message (${parts.columns}, has_attachment)
      select ${parts.values}, n in (select n from file) from draft
    ), ${parts.rest}, ${topicChanges(drafts)}, ${activations(drafts)}, claims as (
      insert into attachment_message (attachment_id, message_id)
      select file.id, draft.id from file join draft using (n)
    ), ${fileTextJobs(realmId, drafts)}, ${work(realmId, messageSent, drafts)}happening as materialized (
      select n, ${sql.lit(eventOrder.activation)} as kind, 0::bigint as sub, type, payload, audience, touches, null::bigint as id
      from activation where channel_id in (select id from activated)
      union all select * from (${mutedTopicEvents}) as muted
      union all select * from (${userTopicEvents}) as followed
      union all select n, ${sql.lit(eventOrder.message)}, 0, 'message', ${parts.withId(sql`payload`)},
        ${parts.withId(sql`audience`)}, null, id from draft
      union all select * from (${attachmentEvents(realmId)}) as attached
    ), numbered as materialized (
      select happening.*, log.base + row_number() over (order by n, kind, sub) as seq from happening, log
    ), logged as (
      insert into event (realm_id, seq, type, payload, audience, touches)
      select ${realmId}::bigint, seq, type, payload, audience, touches from numbered
    ), tail as (
      update realm_log set last_seq = log.base + (select count(*) from numbered)
      from log where realm_id = ${realmId}::bigint
    )
    select n::integer, seq, id, case when id is null then payload end as payload,
      case when id is null then audience end as audience, touches
    from numbered
    -- Functions in table expressions run only if somebody asks for their results.
    where ${everyJob(messageSent)} and (select count(job_id) from file_text_jobs) >= 0
    order by seq`
}

/** Enqueues reading files with a text, or with a name that the message does not show. */
function fileTextJobs(realmId: number, drafts: readonly DraftWithEffects[]): RawBuilder<unknown> {
  const readable = drafts.flatMap(({ attachments, content }, n) =>
    attachments.some((file) => needsReading(file, content)) ? [n + 1] : [],
  )
  return sql`file_text_jobs as materialized (
    select (${readFileTextsSql(realmId, sql`draft.id`)}).id as job_id from draft
    where n = any(${readable}::bigint[]) and n in (select n from file)
  )`
}

/** Locks the current files until the end. `stale` are drafts rendered with different ones. */
function files(realmId: number, drafts: readonly DraftWithEffects[]): RawBuilder<unknown> {
  const all = drafts.flatMap(({ attachments }, n) => attachments.map((file) => ({ n: n + 1, ...file })))
  const column = columnOf(all)
  return sql`expected_file as materialized (
    select * from unnest(${column((f) => f.n)}::bigint[], ${column((f) => f.id)}::bigint[],
      ${column((f) => (f.image === null ? null : JSON.stringify(f.image)))}::jsonb[]) as f (n, id, image)
  ), locked_file as materialized (
    select f.n, a.id, a.image is not distinct from f.image as is_same, a.name, a.path_id, a.size, a.created_at
    from log, expected_file f join attachment a on a.id = f.id and a.realm_id = ${realmId}::bigint
    order by a.id for update of a
  ), stale as materialized (
    select f.n from expected_file f left join locked_file l using (n, id) where l.is_same is not true
  ), file as materialized (
    select * from locked_file where n not in (select n from stale)
  )`
}

const isOfTopic = (topic: RawBuilder<unknown>, draft: RawBuilder<unknown>) => sql<boolean>`
  ${topic}.recipient_id = ${draft}.recipient_id and lower(${topic}.topic) = lower(${draft}.topic)`

/** Whether the user of update `w` sees an earlier message in the topic of draft `d`. */
const seesEarlierMessage = sql<boolean>`exists (
  select from message m where ${isOfTopic(sql`m`, sql`d`)} and m.is_channel and (
    not d.is_protected
    or exists (select from subscription s
      where s.user_id = w.user_id and s.channel_id = d.channel_id and s.received @> m.id)
    or exists (select from message_flag f where f.user_id = w.user_id and f.message_id = m.id
      and f.flags & ${sql.lit(flagBits.historical | flagBits.delivered)} <> 0)))`

/** `followed` are the updates that had an effect. `folded` is the topic in lower case, computed once for each, because each update is compared with all. */
function topicChanges(drafts: readonly DraftWithEffects[]): RawBuilder<unknown> {
  const all = drafts.flatMap((draft, n) =>
    draft.topicPolicyUpdates.map((update) => ({
      n: n + 1,
      ...update,
      payload: userTopicPayload(draft, update.policy),
    })),
  )
  const column = columnOf(all)
  const mask = ({ from }: { from: readonly number[] }) => from.reduce((sum, policy) => sum | (1 << policy), 0)
  return sql`policy_update as materialized (
    select distinct on (w.user_id, d.recipient_id, lower(d.topic)) w.n, w.user_id, w.policy, w.from_mask, w.payload,
      t.policy as current, d.channel_id, d.recipient_id, d.topic, lower(d.topic) as folded, d.sent_at
    from unnest(${column((w) => w.n)}::bigint[], ${column((w) => w.userId)}::bigint[],
      ${column((w) => w.policy)}::smallint[], ${column(mask)}::integer[],
      ${column((w) => w.onlyIfNewTopic)}::boolean[], ${column((w) => w.payload)}::text[])
      with ordinality as w (n, user_id, policy, from_mask, only_if_new, payload, priority)
    join draft d using (n)
    left join user_topic t on t.user_id = w.user_id and ${isOfTopic(sql`t`, sql`d`)}
    where (1 << coalesce(t.policy, 0)::integer) & w.from_mask <> 0
      and (not w.only_if_new or not ${seesEarlierMessage})
    order by w.user_id, d.recipient_id, lower(d.topic), w.priority
  ), begun_topic as (
    insert into user_topic (user_id, channel_id, recipient_id, topic, policy, updated_at)
    select user_id, channel_id, recipient_id, topic, policy, sent_at from policy_update where current is null
    on conflict (user_id, recipient_id, lower(topic)) do nothing
    returning user_id, recipient_id, lower(topic) as folded
  ), changed_topic as (
    update user_topic t set policy = w.policy, updated_at = w.sent_at from policy_update w
    where w.current is not null and t.user_id = w.user_id and t.recipient_id = w.recipient_id and lower(t.topic) = w.folded
      and (1 << t.policy::integer) & w.from_mask <> 0
    returning t.user_id, t.recipient_id, w.folded
  ), followed as materialized (
    select w.n, w.user_id, w.payload, w.recipient_id, w.topic
    from policy_update w join (select * from begun_topic union all select * from changed_topic) as t
      using (user_id, recipient_id, folded)
  )`
}

const userTopicPayload = ({ channelId, topic, sentAt }: DraftWithEffects, policy: number) =>
  JSON.stringify({
    type: 'user_topic',
    stream_id: channelId,
    topic_name: topic,
    last_updated: toSeconds(sentAt.getTime()),
    visibility_policy: policy,
  })

const usersAudience = sql`'{"users":' || json_agg(user_id order by user_id) || '}'`

/** Users with the same policy for the same topic share an event. */
const userTopicEvents = sql`
  select n, ${sql.lit(eventOrder.userTopic)}, min(user_id), 'user_topic', payload, ${usersAudience}, null, null::bigint
  from followed group by n, payload`

/** The full list of muted topics without those of this statement. Users with the same list share an event. */
const mutedTopicEvents = sql`
  select n, ${sql.lit(eventOrder.mutedTopics)}, min(user_id), 'muted_topics',
    '{"type":"muted_topics","muted_topics":' || list || '}', ${usersAudience}, null, null::bigint
  from (
    select f.n, f.user_id, coalesce((
      select json_agg(json_build_array(c.name, t.topic, floor(extract(epoch from t.updated_at))::bigint)
        order by t.channel_id, lower(t.topic))
      from user_topic t join channel c on c.id = t.channel_id
      where t.user_id = f.user_id and t.policy = 1 and not c.is_archived and not (${isOfTopic(sql`t`, sql`f`)})
    ), '[]')::text as list
    from followed f
  ) as lists
  group by n, list`

function activations(drafts: readonly DraftWithEffects[]): RawBuilder<unknown> {
  const all = drafts.flatMap(({ activation, channelId }, n) =>
    activation === null ? [] : [{ n: n + 1, channelId, ...activation }],
  )
  const column = columnOf(all)
  return sql`activation as materialized (
    select distinct on (channel_id) n, channel_id, type, payload, audience, touches
    from unnest(${column((r) => r.n)}::bigint[], ${column((r) => r.channelId)}::bigint[],
      ${column((r) => r.body.type)}::text[], ${column((r) => JSON.stringify(r.body))}::text[],
      ${column((r) => JSON.stringify(r.audience))}::text[],
      ${column((r) => JSON.stringify({ channels: [r.channelId] }))}::text[])
      as r (n, channel_id, type, payload, audience, touches)
    where n in (select n from draft)
    order by channel_id, n
  ), activated as (
    update channel set is_recently_active = true from activation
    where channel.id = activation.channel_id and not is_recently_active
    returning channel.id
  )`
}

/** Publishes to the sender that one more message links to their file. */
const attachmentEvents = (realmId: number) => sql`
  select f.n, ${sql.lit(eventOrder.attachment)}, f.id, 'attachment',
    json_build_object('type', 'attachment', 'op', 'update', 'attachment', json_build_object(
      'id', f.id, 'name', f.name, 'path_id', f.path_id, 'size', f.size,
      'create_time', floor(extract(epoch from f.created_at) * 1000)::bigint,
      'messages', (
        select json_agg(json_build_object('id', m.id,
          'date_sent', floor(extract(epoch from m.sent_at) * 1000)::bigint) order by m.id)
        from (
          select m.id, m.sent_at from attachment_message c join message m on m.id = c.message_id
          where c.attachment_id = f.id
          union all
          select d.id, d.sent_at from file other join draft d using (n) where other.id = f.id and other.n <= f.n
        ) as m
      )
    ), 'upload_space_used', coalesce((select bytes from upload_space where realm_id = ${realmId}::bigint), 0))::text,
    '{"users":[' || d.sender_id || ']}', null, null::bigint
  from file f join draft d using (n)`

type SendExtensions = Extensions['messageSent']

/** Jobs enqueued by extensions, followed by a comma. */
function work(
  realmId: number,
  extensions: SendExtensions,
  drafts: readonly DraftWithEffects[],
): RawBuilder<unknown> {
  return sql.join(
    extensions.map((extension, at) => {
      const all = drafts.flatMap(({ work }, n) => (work[at] ?? []).map((one) => ({ n: n + 1, ...one })))
      return sql`${extension.enqueueSql(realmId, all as never)}, `
    }),
    sql``,
  )
}

/** Always true; forces evaluation of every extension's jobs. */
const everyJob = (extensions: SendExtensions) =>
  sql.join(
    [
      sql`true`,
      ...extensions.map(({ name }) => sql`(select count(job_id) from ${sql.ref(`${name}_jobs`)}) >= 0`),
    ],
    sql` and `,
  )
