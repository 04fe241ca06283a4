import type { RawBuilder } from 'kysely'
import type { FetchedRow } from '../messages/present.ts'
import { type FoundTexts, fetchedRows, foundIds, foundTexts, parseState } from './fetched-sql.ts'
import type { Sql } from './narrow-sql.ts'

/** Reads messages that a query for `foundColumns` finds, as a user sees them. */
export interface MessageReader<Row, Raw = unknown> {
  statement(userId: number, found: Sql): RawBuilder<Raw>
  rowsOf(raw: Raw[]): Row[]
}

/** A message that was found, without its content. */
export interface FoundMessage {
  id: number
  /** Identifies the version of the row. */
  version: string
  flags: number
  read: boolean
  received: boolean
  /** JSON objects, separated by commas. */
  reactions: string
  submessages: string
}

export const readIds: MessageReader<{ id: number }, { id: number }> = {
  statement: (_, found) => foundIds(found),
  rowsOf: (rows) => rows,
}

export const readFetched: MessageReader<FetchedRow, FetchedRow> = {
  statement: fetchedRows,
  rowsOf: (rows) => rows,
}

export const readFound: MessageReader<FoundMessage, FoundTexts> = {
  statement: foundTexts,
  rowsOf: ([texts]) => parseFound(texts),
}

function parseFound(texts: FoundTexts | undefined): FoundMessage[] {
  if (!texts?.messages) return []
  const reactions = textsByMessage(texts.reactions)
  const submessages = textsByMessage(texts.submessages)
  return texts.messages
    .split('\n')
    .map((line) => {
      const [id = '', version = '', state = ''] = line.split(' ')
      return {
        id: Number(id),
        version,
        ...parseState(Number(state)),
        reactions: reactions?.get(id) ?? '',
        submessages: submessages?.get(id) ?? '',
      }
    })
    .sort((a, b) => a.id - b.id)
}

/** Joins the objects of each message. */
export function textsByMessage(lines: string | null): Map<string, string> | undefined {
  if (lines === null) return undefined
  const joined = new Map<string, string>()
  for (const line of lines.split('\n')) {
    const space = line.indexOf(' ')
    const id = line.slice(0, space)
    const before = joined.get(id)
    const object = line.slice(space + 1)
    joined.set(id, before === undefined ? object : `${before},${object}`)
  }
  return joined
}
