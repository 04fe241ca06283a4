import { sql } from 'kysely'
import { numberArray } from '../../../db/array-literals.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { MessageReader } from '../message-queries/message-readers.ts'
import type { Sql } from '../message-queries/narrow-sql.ts'
import { flagsIn } from '../message-queries/reader-texts.ts'

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

type Columns = [
  id: number,
  senderId: number,
  recipientId: number,
  isChannel: boolean,
  mentionsChannel: boolean,
  sentAt: number,
  topic: string,
  text: string,
]

interface CandidateTexts {
  /** JSON arrays of `Columns`, separated by commas. */
  candidates: string | null
  /** Lines of message and flags. */
  flags: string | null
}

/** Characters of a message that its relevance depends on. */
const maxTextLength = 1_000
const lengthSql = sql.lit(maxTextLength)

/** Counting bytes takes a fraction of the time of counting characters, and most messages are short. */
const textSql = sql`case when octet_length(content) <= ${lengthSql} then content else left(content, ${lengthSql}) end`

/** Joining texts takes half the time of `json_build_array`. */
const columnsSql = sql`concat('[', id, ',', sender_id, ',', recipient_id, ',', to_json(is_channel), ',', to_json(channel_wildcard), ',',
  extract(epoch from sent_at)::float8, ',', to_json(case when is_channel then topic else '' end), ',', to_json(${textSql}), ']')`

/** Messages by ID, for `readCandidates`. */
export const candidatesById = (ids: readonly number[]): Sql =>
  sql`select unnest(${numberArray(ids)}::bigint[]) as id`

/**
 * Reads matches with the properties that their relevance depends on, in one row. Looks them up by a list of IDs: with a join, outdated
 * statistics could make PostgreSQL read all messages.
 */
export const readCandidates: MessageReader<CandidateRow, CandidateTexts> = {
  statement: (userId, found) => sql`
    with ids as materialized (select array(select id from (${found}) as found) as list)
    select (
      select string_agg(${columnsSql}, ',') from message where id = any((select list from ids)::bigint[])
    ) as candidates, (
      select string_agg(message_id || ' ' || flags, E'\n') from message_flag
      where user_id = ${userId} and message_id = any((select list from ids)::bigint[])
    ) as flags`,
  rowsOf: ([row]) => {
    const flags = flagsIn(row?.flags ?? null)
    return (JSON.parse(`[${row?.candidates ?? ''}]`) as Columns[]).map((columns) =>
      candidateOf(columns, flags),
    )
  },
}

function candidateOf(
  [id, senderId, recipientId, isChannel, mentionsChannel, sentAt, topic, text]: Columns,
  flags: ReadonlyMap<number, number>,
): CandidateRow {
  const mention = mentionsChannel ? flagBits.stream_wildcard_mentioned : 0
  return {
    id,
    senderId,
    recipientId,
    isDirect: !isChannel,
    flags: (flags.get(id) ?? 0) | mention,
    sentAt,
    topic,
    text,
  }
}
