import { type RawBuilder, sql } from 'kysely'

/**
 * The content of a message is moved aside while a moderator hides it: decision 0076. These read what is aside, and are only for records that
 * no reader sees, such as legal holds.
 */

/** The complete edit history of `message m` with its `hidden_message h`: entries since it was hidden, then those before. */
export const restoredHistory: RawBuilder<unknown> = sql`case when h.message_id is null then m.edit_history else nullif(
  coalesce((select jsonb_agg(entry order by n)
    from jsonb_array_elements(coalesce(m.edit_history, '[]')) with ordinality as e (entry, n)
    where n <= jsonb_array_length(m.edit_history) - h.left_history), '[]') || coalesce(h.edit_history, '[]'), '[]') end`

/** The content of `message m`, hidden or not. */
export const originalContent: RawBuilder<unknown> = sql`coalesce(h.content, m.content)`

/** Whether a moderator has hidden a message. */
export const isHidden = (messageId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from hidden_message hidden where hidden.message_id = ${messageId})`
