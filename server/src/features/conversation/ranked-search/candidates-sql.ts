import { sql } from 'kysely'
import { flagBits } from '../../../events/flag-bits.ts'
import type { MessageReader } from '../message-queries/message-readers.ts'

/** A match of a search as the statement returns it. */
export interface CandidateRow {
  id: number
  senderId: number
  recipientId: number
  isDirect: boolean
  flags: number
  sentAt: number
  topic: string
  text: string
}

type Columns = [number, number, number, boolean, number, number, string, string]

/** Characters of a message that its relevance depends on. */
const maxTextLength = 1_000

/**
 * Reads matches with the properties that their relevance depends on, as one text. Looks each one up by its ID: with a plain join, outdated
 * statistics could make PostgreSQL read all messages.
 */
export const readCandidates: MessageReader<CandidateRow, { candidates: string | null }> = {
  statement: (userId, found) => sql`
    with m as materialized (${found})
    select json_agg(json_build_array(
      m.id, m.sender_id, m.recipient_id, not m.is_channel,
      stored.flags | case when m.channel_wildcard then ${sql.lit(flagBits.stream_wildcard_mentioned)} else 0 end, stored.sent_at, stored.topic, stored.text))::text as candidates
    from m cross join lateral (
      select coalesce((select flags from message_flag where user_id = ${userId} and message_id = message.id), 0) as flags,
        extract(epoch from sent_at)::float8 as sent_at, case when is_channel then topic else '' end as topic,
        left(content, ${sql.lit(maxTextLength)}) as text
      from message where id = m.id offset 0
    ) as stored`,
  rowsOf: ([row]) => ((JSON.parse(row?.candidates ?? '[]') ?? []) as Columns[]).map(candidateOf),
}

const candidateOf = ([id, senderId, recipientId, isDirect, flags, sentAt, topic, text]: Columns) => ({
  id,
  senderId,
  recipientId,
  isDirect,
  flags,
  sentAt,
  topic,
  text,
})
