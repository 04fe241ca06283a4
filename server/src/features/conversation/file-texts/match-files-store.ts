import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { isHidden } from '../message-changes/hidden-sql.ts'

type Condition = RawBuilder<boolean>

/** A part of a search: whether the message m has it itself, and whether a file does. */
export interface SearchPart {
  inMessage: Condition
  inFile: Condition
}

/** The lexemes of the message m, with those of its files. */
const lexemesOfMessage = sql`own.lexemes`
const lexemesOfFile = sql`file.lexemes`
const textOfFile = sql`file.body`

/** Words, as the text of a `tsquery`: one that only lexemes of messages match, and one that those of files match. */
export const wordsPart = (own: string, inFile: string): SearchPart => ({
  inMessage: sql`${lexemesOfMessage} @@ ${own}::tsquery`,
  inFile: sql`${lexemesOfFile} @@ ${inFile}::tsquery`,
})

/** Characters that occur literally, ignoring case. */
export function literalPart(text: string): SearchPart {
  const lower = sql`lower(${text})`
  return {
    inMessage: sql`(strpos(lower(m.content), ${lower}) > 0 or strpos(lower(m.topic), ${lower}) > 0)`,
    inFile: sql`(strpos(${textOfFile}, ${lower}) > 0 or strpos(lower(a.name), ${lower}) > 0)`,
  }
}

export interface FileOfMessage {
  messageId: number
  name: string
  path_id: string
  /** For each part of the search, whether the file has it and the message itself does not. */
  parts: boolean[]
}

/** Compares files that messages link to with a search, those of the newest messages first. */
export async function compareFiles(
  db: Db,
  messageIds: readonly number[],
  parts: readonly SearchPart[],
  { limit, withTexts }: { limit: number; withTexts: boolean },
): Promise<FileOfMessage[]> {
  const found = parts.map(({ inMessage, inFile }) => sql`(${inFile} and not ${inMessage})`)
  // Both vectors are copied once, because each operator would decompress a stored one again.
  const { rows } = await sql<FileOfMessage>`
    select c.message_id as "messageId", a.name, a.path_id, array[${sql.join(found)}]::boolean[] as parts
    from (
      select message_id, attachment_id from attachment_message
      where message_id = any(${messageIds}::bigint[]) and not ${isHidden(sql`message_id`)}
      order by message_id desc, attachment_id limit ${limit}
    ) as c
    join message m on m.id = c.message_id
    join attachment a on a.id = c.attachment_id
    join attachment_text t on t.attachment_id = a.id
    cross join lateral (select strip(m.search) as lexemes offset 0) as own
    cross join lateral (
      select strip(t.lexemes) as lexemes, ${withTexts ? sql`lower(t.body)` : sql`''`} as body offset 0
    ) as file
    order by c.message_id, a.id`.execute(db)
  return rows
}
