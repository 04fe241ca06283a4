import { hiddenContent, hiddenHtml } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { restoredHistory } from '../message-changes/hidden-sql.ts'

export interface HiddenMessage {
  hidden_by: number
  hidden_at: Date
  reason: string
  content: string
  rendered_content: string
}

export async function findHidden(db: Db, id: number): Promise<HiddenMessage | undefined> {
  return await db
    .selectFrom('hidden_message')
    .select(['hidden_by', 'hidden_at', 'reason', 'content', 'rendered_content'])
    .where('message_id', '=', id)
    .executeTakeFirst()
}

/** Moves content, former contents and widget of a locked message aside, so that every reader finds the placeholder. */
export async function moveAside(
  tx: Tx,
  id: number,
  by: { userId: number; at: Date; reason: string },
): Promise<void> {
  await sql`
    with widget as (
      delete from submessage where message_id = ${id} returning *
    ), kept as (
      select m.id, (
        select jsonb_agg(entry - 'prev_content' - 'prev_rendered_content' order by n)
        from jsonb_array_elements(coalesce(m.edit_history, '[]')) with ordinality as e (entry, n)
        where entry ? 'prev_topic' or entry ? 'prev_stream') as history
      from message m where m.id = ${id}
    ), hidden as (
      insert into hidden_message (message_id, realm_id, hidden_by, hidden_at, reason, content, rendered_content,
        has_link, has_image, has_attachment, edit_history, left_history, submessages)
      select m.id, m.realm_id, ${by.userId}, ${by.at}, ${by.reason}, m.content, m.rendered_content,
        m.has_link, m.has_image, m.has_attachment, m.edit_history, coalesce(jsonb_array_length(kept.history), 0),
        coalesce((select jsonb_agg(to_jsonb(widget) order by widget.id) from widget), '[]')
      from message m join kept on kept.id = m.id
    )
    update message m set content = ${hiddenContent}, rendered_content = ${hiddenHtml}, has_link = false,
      has_image = false, has_attachment = false, edit_history = kept.history
    from kept where m.id = kept.id`.execute(tx.db)
}

/** Restores a hidden message with its versions and its widget. Moves since then stay in its history. */
export async function moveBack(tx: Tx, id: number): Promise<void> {
  await sql`
    with hidden as (
      delete from hidden_message where message_id = ${id} returning *
    ), widget as (
      insert into submessage (id, message_id, sender_id, msg_type, content)
      select s.id, s.message_id, s.sender_id, s.msg_type, s.content
      from hidden, jsonb_to_recordset(hidden.submessages)
        as s (id bigint, message_id bigint, sender_id bigint, msg_type text, content text)
    )
    update message m set content = h.content, rendered_content = h.rendered_content, has_link = h.has_link,
      has_image = h.has_image, has_attachment = h.has_attachment, edit_history = ${restoredHistory}
    from hidden h where m.id = h.message_id`.execute(tx.db)
}
