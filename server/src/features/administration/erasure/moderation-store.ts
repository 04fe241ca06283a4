import { sql } from 'kysely'
import type { Tx } from '../../../events/transaction.ts'

/** The texts of a row, as JSON. */
export interface ModeratedText {
  id: number
  texts: unknown
}

const maxRows = 5_000

export async function hiddenNaming(tx: Tx, patterns: readonly string[]): Promise<ModeratedText[]> {
  const { rows } = await sql<ModeratedText>`
    select id, texts from (
      select message_id as id, jsonb_build_object('reason', reason, 'content', content, 'rendered_content', rendered_content,
        'edit_history', edit_history, 'submessages', submessages) as texts
      from hidden_message where realm_id = ${tx.realmId}
    ) as hidden where texts::text ilike any(${patterns}::text[]) order by id limit ${maxRows}`.execute(tx.db)
  return rows
}

export async function rewriteHidden(tx: Tx, { id, texts }: ModeratedText): Promise<void> {
  await sql`
    update hidden_message set reason = t.reason, content = t.content, rendered_content = t.rendered_content,
      edit_history = t.edit_history, submessages = t.submessages
    from jsonb_to_record(${JSON.stringify(texts)}::jsonb)
      as t (reason text, content text, rendered_content text, edit_history jsonb, submessages jsonb)
    where message_id = ${id}`.execute(tx.db)
}

export async function reportsNaming(tx: Tx, patterns: readonly string[]): Promise<ModeratedText[]> {
  const { rows } = await sql<ModeratedText>`
    select id, jsonb_build_object('content', content, 'description', description, 'topic', topic) as texts
    from message_report
    where realm_id = ${tx.realmId} and concat(content, ' ', description, ' ', topic) ilike any(${patterns}::text[])
    order by id limit ${maxRows}`.execute(tx.db)
  return rows
}

export async function rewriteReport(tx: Tx, { id, texts }: ModeratedText): Promise<void> {
  await sql`
    update message_report set content = t.content, description = t.description, topic = t.topic
    from jsonb_to_record(${JSON.stringify(texts)}::jsonb) as t (content text, description text, topic text)
    where id = ${id}`.execute(tx.db)
}
