import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../events/transaction.ts'
import type { BulkMessage } from './store.ts'

const rowsOf = (table: string) =>
  sql`coalesce((select jsonb_agg(to_jsonb(t)) from ${sql.table(table)} t where t.message_id = m.id), '[]')`

/** Copies messages with everything that their deletion removes. */
export async function copyAside(tx: Tx, bulkId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into deleted_message (message_id, bulk_deletion_id, realm_id, sender_id, message, reactions, flags, submessages,
      pins, hidden, report_ids, notice_ids, later_ids)
    select m.id, ${bulkId}, m.realm_id, m.sender_id, to_jsonb(m), ${rowsOf('reaction')}, ${rowsOf('message_flag')},
      ${rowsOf('submessage')}, ${rowsOf('pinned_message')}, ${rowsOf('hidden_message')},
      array(select id from message_report where message_id = m.id),
      array(select id from message_report where notice_id = m.id),
      array(select id from later_item where message_id = m.id)
    from message m where m.id = any(${ids}::bigint[])`.execute(tx.db)
  await sql`
    insert into deleted_attachment (attachment_id, message_id)
    select attachment_id, message_id from attachment_message where message_id = any(${ids}::bigint[])`.execute(
    tx.db,
  )
}

export async function messagesAside(tx: Tx, bulkId: number, limit: number): Promise<BulkMessage[]> {
  const { rows } = await sql<BulkMessage>`
    select d.message_id as id, r.id as "recipientId", r.channel_id as "channelId", r.user_ids as "userIds",
      d.message ->> 'topic' as topic
    from deleted_message d join recipient r on r.id = (d.message ->> 'recipient_id')::bigint
    where d.bulk_deletion_id = ${bulkId} order by d.message_id limit ${limit}`.execute(tx.db)
  return rows
}

/** Inserts the rows of one table again. Users and messages that are gone meanwhile have none. */
const insertRows = (
  table: string,
  column: string,
  ids: readonly number[],
  where: RawBuilder<unknown> = sql``,
) => sql`
  insert into ${sql.table(table)} overriding system value
  select row.* from deleted_message d,
    jsonb_array_elements(d.${sql.ref(column)}) as element,
    jsonb_populate_record(null::${sql.table(table)}, element) as row
  where d.message_id = any(${ids}::bigint[]) ${where}
  on conflict do nothing`

/** Inserts messages again, as they were. A legal hold needs no copy of them any more: it copies them again when they are deleted. */
export async function copyBack(tx: Tx, ids: readonly number[]): Promise<void> {
  const statements = [
    sql`insert into message select row.* from deleted_message d, jsonb_populate_record(null::message, d.message) as row
      where d.message_id = any(${ids}::bigint[])`,
    insertRows('reaction', 'reactions', ids),
    insertRows('message_flag', 'flags', ids),
    insertRows('submessage', 'submessages', ids),
    insertRows('pinned_message', 'pins', ids),
    insertRows('hidden_message', 'hidden', ids),
    sql`insert into attachment_message (attachment_id, message_id)
      select attachment_id, message_id from deleted_attachment where message_id = any(${ids}::bigint[])`,
    sql`update message_report r set message_id = d.message_id from deleted_message d
      where d.message_id = any(${ids}::bigint[]) and r.id = any(d.report_ids)`,
    sql`update message_report r set notice_id = d.message_id from deleted_message d
      where d.message_id = any(${ids}::bigint[]) and r.id = any(d.notice_ids)`,
    sql`update later_item l set message_id = d.message_id from deleted_message d
      where d.message_id = any(${ids}::bigint[]) and l.id = any(d.later_ids)
        and not exists (select from later_item o where o.user_id = l.user_id and o.message_id = d.message_id)`,
    sql`delete from held_message where message_id = any(${ids}::bigint[])`,
    sql`delete from deleted_message where message_id = any(${ids}::bigint[])`,
  ]
  for (const statement of statements) await statement.execute(tx.db)
}

/** Forgets messages for good, at most `limit`. Returns the files that they linked to, and how many messages there were. */
export async function forgetAside(
  tx: Tx,
  bulkId: number,
  limit: number,
): Promise<{ count: number; attachmentIds: number[] }> {
  const { rows } = await sql<{ id: number }>`
    select message_id as id from deleted_message where bulk_deletion_id = ${bulkId} order by 1 limit ${limit}`.execute(
    tx.db,
  )
  const ids = rows.map((row) => row.id)
  const { rows: files } = await sql<{ id: number }>`
    select distinct attachment_id as id from deleted_attachment where message_id = any(${ids}::bigint[])`.execute(
    tx.db,
  )
  await sql`delete from deleted_message where message_id = any(${ids}::bigint[])`.execute(tx.db)
  return { count: ids.length, attachmentIds: files.map((row) => row.id) }
}
