import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface OwnMessage {
  id: number
  recipientId: number
  channelId: number | null
  userIds: number[] | null
  topic: string
}

export async function ownMessages(db: Db, userId: number, limit: number): Promise<OwnMessage[]> {
  const { rows } = await sql<OwnMessage>`
    select m.id, m.recipient_id as "recipientId", r.channel_id as "channelId", r.user_ids as "userIds", m.topic
    from message m join recipient r on r.id = m.recipient_id
    where m.sender_id = ${userId} order by m.id limit ${limit}`.execute(db)
  return rows
}

export async function countOwnMessages(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message where sender_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function lastMessageId(db: Db, realmId: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from message where realm_id = ${realmId}`.execute(db)
  return rows[0]?.id ?? 0
}

/** Messages in which a name or address may be, and how far they were looked for; null at the end. */
export interface NamedMessages {
  last: number | null
  ids: number[]
}

export async function messagesNaming(
  db: Db,
  realmId: number,
  after: number,
  patterns: readonly string[],
  limit: number,
): Promise<NamedMessages> {
  const { rows } = await sql<{ last: number | null; ids: number[] | null }>`
    with part as materialized (
      select id, content, rendered_content, edit_history from message
      where realm_id = ${realmId} and id > ${after} order by id limit ${limit}
    )
    select (select max(id) from part) as last, (
      select array_agg(id order by id) from part
      where content ilike any(${patterns}::text[]) or rendered_content ilike any(${patterns}::text[])
        or edit_history::text ilike any(${patterns}::text[])
    ) as ids`.execute(db)
  return { last: rows[0]?.last ?? null, ids: rows[0]?.ids ?? [] }
}

/** Changes a text in place. Not an edit: nobody wrote it anew. */
export async function rewriteText(
  tx: Tx,
  id: number,
  text: { content: string; history: unknown[] },
): Promise<void> {
  await sql`
    update message set content = ${text.content},
      edit_history = case when edit_history is null then null else ${JSON.stringify(text.history)}::jsonb end
    where id = ${id}`.execute(tx.db)
}

export interface ScheduledText {
  id: number
  content: string
  rendered_content: string
}

export async function scheduledNaming(
  tx: Tx,
  patterns: readonly string[],
  limit: number,
): Promise<ScheduledText[]> {
  return await tx.db
    .selectFrom('scheduled_message')
    .select(['id', 'content', 'rendered_content'])
    .where('realm_id', '=', tx.realmId)
    .where(
      sql<boolean>`(content ilike any(${patterns}::text[]) or rendered_content ilike any(${patterns}::text[]))`,
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function rewriteScheduled(
  tx: Tx,
  { id, content, rendered_content }: ScheduledText,
): Promise<void> {
  await tx.db
    .updateTable('scheduled_message')
    .set({ content, rendered_content })
    .where('id', '=', id)
    .execute()
}

export interface StoredPayload {
  seq: number
  type: string
  payload: string
  audience: string
}

/** The next events of the log. */
export async function eventsAfter(
  db: Db,
  realmId: number,
  seq: number,
  limit: number,
): Promise<StoredPayload[]> {
  return await db
    .selectFrom('event')
    .select(['seq', 'type', 'payload', 'audience'])
    .where('realm_id', '=', realmId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export async function rewriteEvent(
  tx: Tx,
  seq: number,
  event: { type?: string; payload: string; audience?: string },
): Promise<void> {
  await tx.db
    .updateTable('event')
    .set(event)
    .where('realm_id', '=', tx.realmId)
    .where('seq', '=', seq)
    .execute()
}

/** The IDs that no message has any more. */
export async function missingMessages(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as wanted (id)
    where not exists (select from message m where m.id = wanted.id)`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Redacts an entry of the audit log. Everything but the given columns stays, also its code. */
export async function redactEntry(
  tx: Tx,
  seq: number,
  columns: {
    before: string | null
    after: string | null
    target_name: string
    address: string
    redaction_mac: string
  },
): Promise<void> {
  await tx.db
    .updateTable('audit_entry')
    .set(columns)
    .where('realm_id', '=', tx.realmId)
    .where('seq', '=', seq)
    .execute()
}
