import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { bits } from '../../../events/flag-bits.ts'
import type { Extensions, Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { DraftWithEffects } from './send-effects.ts'
import { columnOf, insertParts } from './send-statement.ts'

/** An event that a batch wrote: a message's own, or another with its texts. In the order of the log. */
export interface WrittenEvent {
  /** Which draft it belongs to, from 1. */
  n: number
  seq: number
  /** Of the message; null for other events. */
  id: number | null
  payload: string | null
  audience: string | null
  touches: string | null
}

/**
 * Stores messages with everything they cause, in one statement, so that the log is locked for one round trip. A draft whose
 * files have changed since it was rendered is left out.
 */
export async function insertWithEffects(
  database: Database,
  { id, extensions }: Pick<Realm, 'id' | 'extensions'>,
  drafts: readonly DraftWithEffects[],
): Promise<WrittenEvent[]> {
  return await database.runPrepared('insert messages with effects', statement(id, extensions, drafts))
}

/** The same as part of a transaction. */
export async function insertWithEffectsWithin(
  tx: Tx,
  drafts: readonly DraftWithEffects[],
): Promise<WrittenEvent[]> {
  return (await statement(tx.realmId, tx.extensions, drafts).execute(tx.db)).rows
}

/** The order of the events of one message. */
const order = { revival: 1, mutedTopics: 2, userTopic: 3, message: 4, attachment: 5 }

/**
 * The log is locked first, so that nobody else writes until the end of the statement. What others committed while it waited is
 * invisible to plain reads: rows that decide something are locked or updated, which sees their newest version. The exception is
 * whether a topic is new: two people who begin it at the same moment through two processes both follow it.
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
    ), ${parts.rest}, ${topicChanges(drafts)}, ${revivals(drafts)}, claims as (
      insert into attachment_message (attachment_id, message_id)
      select file.id, draft.id from file join draft using (n)
    ), ${work(realmId, messageSent, drafts)}happening as materialized (
      select n, ${sql.lit(order.revival)} as kind, 0::bigint as sub, type, payload, audience, touches, null::bigint as id
      from revival where channel_id in (select id from revived)
      union all select * from (${mutedTopicEvents}) as muted
      union all select * from (${userTopicEvents}) as followed
      union all select n, ${sql.lit(order.message)}, 0, 'message', ${parts.withId(sql`payload`)},
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
    where ${everyJob(messageSent)}
    order by seq`
}

/** Files as they are now; nobody can delete or change them until the end. `stale` drafts were rendered with others. */
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

/** Whether the user of wish `w` sees an earlier message in the topic of draft `d`. */
const seesEarlierMessage = sql<boolean>`exists (
  select from message m where ${isOfTopic(sql`m`, sql`d`)} and m.is_channel and (
    not d.is_protected
    or exists (select from subscription s
      where s.user_id = w.user_id and s.channel_id = d.channel_id and s.received @> m.id)
    or exists (select from message_flag f where f.user_id = w.user_id and f.message_id = m.id
      and f.flags & ${sql.lit(bits.historical | bits.delivered)} <> 0)))`

/** `followed`: the wishes that changed something. */
function topicChanges(drafts: readonly DraftWithEffects[]): RawBuilder<unknown> {
  const all = drafts.flatMap((draft, n) =>
    draft.topicWishes.map((wish) => ({ n: n + 1, ...wish, payload: userTopicPayload(draft, wish.policy) })),
  )
  const column = columnOf(all)
  const mask = ({ from }: { from: readonly number[] }) => from.reduce((sum, policy) => sum | (1 << policy), 0)
  return sql`wish as materialized (
    select distinct on (w.user_id, d.recipient_id, lower(d.topic)) w.n, w.user_id, w.policy, w.from_mask, w.payload,
      t.policy as current, d.channel_id, d.recipient_id, d.topic, d.sent_at
    from unnest(${column((w) => w.n)}::bigint[], ${column((w) => w.userId)}::bigint[],
      ${column((w) => w.policy)}::smallint[], ${column(mask)}::integer[],
      ${column((w) => w.onlyBeginning)}::boolean[], ${column((w) => w.payload)}::text[])
      with ordinality as w (n, user_id, policy, from_mask, only_beginning, payload, priority)
    join draft d using (n)
    left join user_topic t on t.user_id = w.user_id and ${isOfTopic(sql`t`, sql`d`)}
    where (1 << coalesce(t.policy, 0)::integer) & w.from_mask <> 0
      and (not w.only_beginning or not ${seesEarlierMessage})
    order by w.user_id, d.recipient_id, lower(d.topic), w.priority
  ), begun_topic as (
    insert into user_topic (user_id, channel_id, recipient_id, topic, policy, updated_at)
    select user_id, channel_id, recipient_id, topic, policy, sent_at from wish where current is null
    on conflict (user_id, recipient_id, lower(topic)) do nothing
    returning user_id, recipient_id, topic
  ), changed_topic as (
    update user_topic t set policy = w.policy, updated_at = w.sent_at from wish w
    where w.current is not null and t.user_id = w.user_id and ${isOfTopic(sql`t`, sql`w`)}
      and (1 << t.policy::integer) & w.from_mask <> 0
    returning t.user_id, t.recipient_id, t.topic
  ), followed as materialized (
    select w.n, w.user_id, w.payload, w.recipient_id, w.topic
    from wish w join (select * from begun_topic union all select * from changed_topic) as t
      on t.user_id = w.user_id and ${isOfTopic(sql`t`, sql`w`)}
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

/** People who made the same of the same topic share an event. */
const userTopicEvents = sql`
  select n, ${sql.lit(order.userTopic)}, min(user_id), 'user_topic', payload, ${usersAudience}, null, null::bigint
  from followed group by n, payload`

/** The whole list of muted topics, in which those of this statement are no more; people with the same list share an event. */
const mutedTopicEvents = sql`
  select n, ${sql.lit(order.mutedTopics)}, min(user_id), 'muted_topics',
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

function revivals(drafts: readonly DraftWithEffects[]): RawBuilder<unknown> {
  const all = drafts.flatMap(({ revival, channelId }, n) =>
    revival === null ? [] : [{ n: n + 1, channelId, ...revival }],
  )
  const column = columnOf(all)
  return sql`revival as materialized (
    select distinct on (channel_id) n, channel_id, type, payload, audience, touches
    from unnest(${column((r) => r.n)}::bigint[], ${column((r) => r.channelId)}::bigint[],
      ${column((r) => r.body.type)}::text[], ${column((r) => JSON.stringify(r.body))}::text[],
      ${column((r) => JSON.stringify(r.audience))}::text[],
      ${column((r) => JSON.stringify({ channels: [r.channelId] }))}::text[])
      as r (n, channel_id, type, payload, audience, touches)
    where n in (select n from draft)
    order by channel_id, n
  ), revived as (
    update channel set is_recently_active = true from revival
    where channel.id = revival.channel_id and not is_recently_active
    returning channel.id
  )`
}

/** Tells the sender that a file of theirs is linked from one message more. */
const attachmentEvents = (realmId: number) => sql`
  select f.n, ${sql.lit(order.attachment)}, f.id, 'attachment',
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

/** What extensions of sending enqueue, followed by a comma. */
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

/** True, after asking for the jobs of every extension. */
const everyJob = (extensions: SendExtensions) =>
  sql.join(
    [
      sql`true`,
      ...extensions.map(({ name }) => sql`(select count(job_id) from ${sql.ref(`${name}_jobs`)}) >= 0`),
    ],
    sql` and `,
  )
