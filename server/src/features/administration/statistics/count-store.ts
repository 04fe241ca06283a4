import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** IDs that one transaction counts, so that deletions of messages wait for it only briefly. */
const batchSize = 20_000

/**
 * Counts messages by organization, UTC day, kind and channel, and records their senders as active. Organizations whose
 * import is unfinished are counted when it finishes.
 */
async function countMessages(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    with counted as materialized (
      select m.realm_id, (m.sent_at at time zone 'UTC')::date as day, r.channel_id, m.sender_id,
        case
          when a.bot_type is not null or a.is_system_bot then 'bot'
          when r.channel_id is null then 'direct'
          when c.invite_only then 'private'
          else 'public'
        end as kind,
        count(*) as messages
      from message m
      join recipient r on r.id = m.recipient_id
      join account a on a.id = m.sender_id
      left join channel c on c.id = r.channel_id
      where ${condition} and not exists (
        select from realm_import i where i.realm_id = m.realm_id and i.finished_at is null)
      group by m.realm_id, day, r.channel_id, m.sender_id, kind
    ), by_day as (
      insert into daily_statistics as d
        (realm_id, day, public_messages, private_messages, direct_messages, bot_messages)
      select realm_id, day,
        coalesce(sum(messages) filter (where kind = 'public'), 0),
        coalesce(sum(messages) filter (where kind = 'private'), 0),
        coalesce(sum(messages) filter (where kind = 'direct'), 0),
        coalesce(sum(messages) filter (where kind = 'bot'), 0)
      from counted group by realm_id, day
      on conflict (realm_id, day) do update set
        public_messages = d.public_messages + excluded.public_messages,
        private_messages = d.private_messages + excluded.private_messages,
        direct_messages = d.direct_messages + excluded.direct_messages,
        bot_messages = d.bot_messages + excluded.bot_messages,
        is_stale = true
    ), by_channel as (
      insert into daily_channel_messages as d (realm_id, day, channel_id, messages)
      select realm_id, day, channel_id, sum(messages)
      from counted where channel_id is not null group by realm_id, day, channel_id
      on conflict (realm_id, day, channel_id) do update set messages = d.messages + excluded.messages
    )
    insert into active_user_day (realm_id, day, user_id)
    select distinct realm_id, day, sender_id from counted where kind <> 'bot'
    on conflict do nothing`.execute(db)
}

interface Progress {
  upto: number
  mark: number
  markedAt: Date | null
}

/** Locks the progress until the end of the transaction, so that each message is counted once. */
export async function lockProgress(db: Db): Promise<Progress> {
  return await db
    .selectFrom('statistics_progress')
    .select(['upto_message_id as upto', 'mark_message_id as mark', 'marked_at as markedAt'])
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Counts the next messages up to the mark, if that was made before `settled`. Then no transaction is under way any longer that
 * may add a message below it. False if there are none.
 */
export async function countNext(db: Db, oldest: Date, settled: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { upto, mark, markedAt } = await lockProgress(tx)
    if (markedAt === null || markedAt > settled) return false
    if (upto >= mark) {
      await tx.updateTable('statistics_progress').set({ upto_at: markedAt }).execute()
      return false
    }
    // IDs of a deleted organization leave gaps, which cost nothing.
    const next = await tx
      .selectFrom('message')
      .select('id')
      .where('id', '>', upto)
      .where('id', '<=', mark)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    const last = next === undefined ? mark : Math.min(next.id - 1 + batchSize, mark)
    await countMessages(tx, sql`m.id > ${upto} and m.id <= ${last} and m.sent_at >= ${oldest}`)
    await tx
      .updateTable('statistics_progress')
      .set({ upto_message_id: last, ...(last === mark ? { upto_at: markedAt } : {}) })
      .execute()
    return true
  })
}

/** Marks the newest message for the next count, unless messages up to the last mark are not counted yet. */
export async function markNewest(db: Db, now: Date): Promise<void> {
  await sql`
    update statistics_progress set
      mark_message_id = greatest(upto_message_id, (select max(id) from message)), marked_at = ${now}
    where marked_at is null or upto_at = marked_at`.execute(db)
}

/** Counts the messages of an import in the next runs. Call it in the transaction that finishes the import. */
export async function enqueueImportedCount(db: Db, realmId: number): Promise<void> {
  const { upto } = await lockProgress(db)
  await db
    .insertInto('statistics_backlog')
    .values({ realm_id: realmId, after_message_id: 0, upto_message_id: upto })
    .execute()
}

/** Counts the next messages of a finished import. False if there are none. */
export async function countBacklog(db: Db, oldest: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await lockProgress(tx)
    const backlog = await tx
      .selectFrom('statistics_backlog')
      .selectAll()
      .orderBy('realm_id')
      .limit(1)
      .executeTakeFirst()
    if (backlog === undefined) return false
    const { realm_id: realmId, after_message_id: after, upto_message_id: upto } = backlog
    // The IDs of an import are close together. Finds the first of them through its conversations.
    const { rows } = await sql<{ id: number | null }>`
      select min(first.id) as id from recipient r
      cross join lateral (
        select m.id from message m where m.recipient_id = r.id and m.id > ${after} order by m.id limit 1
      ) as first
      where r.realm_id = ${realmId} and first.id <= ${upto}`.execute(tx)
    const first = rows[0]?.id ?? null
    if (first === null) {
      await tx.deleteFrom('statistics_backlog').where('realm_id', '=', realmId).execute()
      return true
    }
    const last = Math.min(first - 1 + batchSize, upto)
    await countMessages(
      tx,
      sql`m.id >= ${first} and m.id <= ${last} and m.realm_id = ${realmId} and m.sent_at >= ${oldest}`,
    )
    await tx
      .updateTable('statistics_backlog')
      .set({ after_message_id: last })
      .where('realm_id', '=', realmId)
      .execute()
    return true
  })
}

/** Counts messages that are about to be deleted before the job has counted them: they were sent. */
export async function countBeforeDeletion(tx: Tx, ids: readonly number[]): Promise<void> {
  // Counted messages stay counted, so a lock is needed only for others.
  if ((await uncounted(tx, ids, false)).length === 0) return
  const rest = await uncounted(tx, ids, true)
  if (rest.length > 0) await countMessages(tx.db, sql`m.id = any(${rest}::bigint[])`)
}

async function uncounted(tx: Tx, ids: readonly number[], isLocking: boolean): Promise<number[]> {
  if (isLocking) await sql`select from statistics_progress for share`.execute(tx.db)
  const { rows } = await sql<{ id: number }>`
    select id from statistics_progress p
    left join statistics_backlog b on b.realm_id = ${tx.realmId}
    cross join unnest(${ids}::bigint[]) as id
    where id > p.upto_message_id or (id > b.after_message_id and id <= b.upto_message_id)`.execute(tx.db)
  return rows.map(({ id }) => id)
}
