import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { addRows } from './rows-store.ts'

/**
 * Temporary tables in which an archive is collected, sorted and joined. They belong to the connection and are neither logged
 * nor visible to anybody else.
 */
export async function createStaging(db: Db): Promise<void> {
  const statements = [
    `create temporary table import_message (
      n bigint generated always as identity, source_id text not null, part integer not null, at bigint not null,
      position double precision not null, recipient_id bigint not null, channel_id bigint, sender_id bigint not null,
      topic text not null, thread text, is_root boolean, title text, started_at bigint, data text not null)`,
    `create temporary table import_reaction (
      n bigint generated always as identity, message text not null, user_id bigint not null, name text not null,
      code text not null, type text not null)`,
    `create temporary table import_flag (message text not null, user_id bigint not null, flags integer not null)`,
    `create temporary table import_edit (message text not null, data text not null)`,
    `create temporary table import_file (
      source_id text primary key, path_id text not null, attachment_id bigint not null, content_type text not null,
      image jsonb)`,
    `create temporary table import_subscription (
      user_id bigint, channel_id bigint, recipient_id bigint not null, active boolean not null, color text not null,
      is_muted boolean not null, pin_to_top boolean not null, desktop_notifications boolean,
      email_notifications boolean, push_notifications boolean, audible_notifications boolean,
      wildcard_mentions_notify boolean, primary key (user_id, channel_id))`,
    `create temporary table import_read (
      user_id bigint, recipient_id bigint, received jsonb, received_between jsonb, read jsonb, read_until bigint,
      primary key (user_id, recipient_id))`,
    `create temporary table import_thread (channel_id bigint, thread text, topic text, primary key (channel_id, thread))`,
    // Sorting millions of rows on disk is much slower with the default.
    `set work_mem = '64MB'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export interface StagedMessage {
  source_id: string
  part: number
  /** Microseconds. */
  at: number
  position: number
  recipient_id: number
  channel_id: number | null
  sender_id: number
  topic: string
  thread: string | null
  is_root: boolean | null
  title: string | null
  started_at: number | null
  data: string
}

const messageColumns = {
  source_id: 'text',
  part: 'integer',
  at: 'bigint',
  position: 'double precision',
  recipient_id: 'bigint',
  channel_id: 'bigint',
  sender_id: 'bigint',
  topic: 'text',
  thread: 'text',
  is_root: 'boolean',
  title: 'text',
  started_at: 'bigint',
  data: 'text',
}

export const stageMessages = (db: Db, rows: readonly StagedMessage[]) =>
  addRows(db, 'import_message', messageColumns, rows)

export interface StagedReaction {
  message: string
  user_id: number
  name: string
  code: string
  type: string
}

const reactionColumns = { message: 'text', user_id: 'bigint', name: 'text', code: 'text', type: 'text' }

export const stageReactions = (db: Db, rows: readonly StagedReaction[]) =>
  addRows(db, 'import_reaction', reactionColumns, rows)

export const stageFlags = (db: Db, rows: readonly { message: string; user_id: number; flags: number }[]) =>
  addRows(db, 'import_flag', { message: 'text', user_id: 'bigint', flags: 'integer' }, rows)

export const stageEdits = (db: Db, rows: readonly { message: string; data: string }[]) =>
  addRows(db, 'import_edit', { message: 'text', data: 'text' }, rows)

export interface StagedFile {
  source_id: string
  path_id: string
  attachment_id: number
  content_type: string
  image: object | null
}

const fileColumns = {
  source_id: 'text',
  path_id: 'text',
  attachment_id: 'bigint',
  content_type: 'text',
  image: 'jsonb',
}

export const stageFiles = (db: Db, rows: readonly StagedFile[]) =>
  addRows(db, 'import_file', fileColumns, rows)

export async function stagedFiles(
  db: Db,
  by: 'source_id' | 'path_id',
  values: readonly string[],
): Promise<StagedFile[]> {
  if (values.length === 0) return []
  const { rows } = await sql<StagedFile>`
    select * from import_file where ${sql.ref(by)} = any(${values}::text[])`.execute(db)
  return rows
}

/** Indexes for the second phase. */
export async function indexStaged(db: Db): Promise<void> {
  for (const statement of [
    'create index on import_message (source_id)',
    'create index on import_reaction (message)',
    'create index on import_edit (message)',
    'create index on import_flag (message)',
    'create index on import_file (path_id)',
    'analyze import_message',
    'analyze import_reaction',
  ]) {
    await sql.raw(statement).execute(db)
  }
}

/** Deletes all but the first of messages with the same ID. Returns how many, and an example. */
export async function deleteDuplicates(db: Db): Promise<{ count: number; example: string | undefined }> {
  const { rows } = await sql<{ source_id: string }>`
    with first as (
      select source_id, min(n) as n from import_message where part = 0 group by source_id having count(*) > 1
    ), later as (
      select m.n, m.source_id, m.part from import_message m join first f on f.source_id = m.source_id
      where m.n > f.n and (m.part = 0 or m.n > (
        select min(o.n) from import_message o where o.source_id = m.source_id and o.part = 0 and o.n > f.n))
    ), deleted as (
      delete from import_message using later where import_message.n = later.n
    )
    select source_id from later where part = 0`.execute(db)
  return { count: rows.length, example: rows[0]?.source_id }
}

export interface StagedThread {
  channel_id: number
  thread: string
  title: string | null
  started_at: number
}

/** Threads with at least one reply, the oldest first in each channel. */
export async function threadsWithReplies(db: Db): Promise<StagedThread[]> {
  const { rows } = await sql<StagedThread>`
    select channel_id, thread, max(title) filter (where is_root) as title, min(started_at) as started_at
    from import_message where thread is not null and part = 0
    group by channel_id, thread having count(*) filter (where not is_root) > 0
    order by channel_id, started_at, thread`.execute(db)
  return rows
}

export const nameThreads = (db: Db, rows: readonly { channel_id: number; thread: string; topic: string }[]) =>
  addRows(db, 'import_thread', { channel_id: 'bigint', thread: 'text', topic: 'text' }, rows)

/**
 * Sorts the messages and gives them IDs. A dry run takes no IDs of the sequence. `outsideThreads` is the topic of messages
 * that are in no thread.
 */
export async function sortMessages(
  db: Db,
  {
    outsideThreads,
    isDryRun,
    byPosition,
  }: { outsideThreads: string; isDryRun: boolean; byPosition: boolean },
): Promise<void> {
  const id = sql.raw(isDryRun ? 'row_number() over ()' : `nextval('message_id')`)
  await sql`
    create temporary table import_sorted as
    select ${id} as id, s.* from (
      select m.source_id, m.part, m.at, m.position, m.recipient_id, m.channel_id, m.sender_id,
        case when m.started_at is null then m.topic else coalesce(t.topic, ${outsideThreads}::text) end as topic,
        m.data
      from import_message m
      left join import_thread t on t.channel_id = m.channel_id and t.thread = m.thread
      order by ${sql.raw(byPosition ? 'm.position, m.n' : 'm.at, m.position, m.n')}
    ) as s`.execute(db)
  for (const statement of [
    'drop table import_message',
    'create unique index on import_sorted (id)',
    'create index on import_sorted (source_id) where part = 0',
    'create index on import_sorted (recipient_id, position, id)',
    'create index on import_sorted (channel_id, lower(topic), id)',
    'analyze import_sorted',
  ]) {
    await sql.raw(statement).execute(db)
  }
}

/** The largest ID in the archive; undefined if there is none, or if some are not numbers. */
export async function largestMessageId(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ largest: number | null; all_numbers: boolean | null }>`
    select max(case when source_id ~ '^[0-9]{1,15}$' then source_id::bigint end) as largest,
      bool_and(source_id ~ '^[0-9]{1,15}$') as all_numbers
    from import_message where part = 0`.execute(db)
  return rows[0]?.all_numbers ? (rows[0].largest ?? undefined) : undefined
}

/** IDs that are skipped at least, so that the sequence never goes back although others use it at the same time. */
const minStep = 1_000_000

/** Makes all later message IDs larger than this one. */
export async function raiseMessageId(db: Db, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('loquat message ids'))`.execute(tx)
    await sql`
      select setval('message_id', greatest(${id}::bigint, last_value + ${minStep}::bigint))
      from message_id where last_value < ${id}::bigint`.execute(tx)
  })
}

/** Records from which ID on messages are new, if all old ones are smaller. */
export async function storeOldIds(db: Db, realmId: number, largestOldId: number): Promise<void> {
  await sql`
    update realm_import set old_ids_below = first.id
    from (select min(id) as id from import_sorted) as first
    where realm_id = ${realmId} and first.id > ${largestOldId}`.execute(db)
}
