import { type RawBuilder, sql } from 'kysely'
import { enqueueSql } from '../../../jobs/store.ts'
import { isHidden } from '../message-changes/hidden-sql.ts'

type Sql = RawBuilder<unknown>

/** The first character of lexemes that come from a file. No word of a message begins with it. */
export const fileMark = '@'

/** Lexemes of all files of a message. A `tsvector` has at most one megabyte: these have at most 800 kB. */
export const maxFileLexemes = 20_000
export const maxLexemeBytes = 40

/** The lexemes of the files that a message links to, as a `tsvector`. */
export const fileLexemes = (messageId: Sql): Sql => sql`coalesce((
  select array_to_tsvector(array_agg(lexeme)) from (
    select distinct lexeme from attachment_message c join attachment_text t using (attachment_id),
      unnest(tsvector_to_array(t.lexemes)) as lexeme
    where c.message_id = ${messageId} and not ${isHidden(messageId)} limit ${sql.lit(maxFileLexemes)}
  ) as found), ''::tsvector)`

/** Whether a file of the message m contains a text, ignoring case. */
export const fileHolds = (text: string): RawBuilder<boolean> => sql`exists (
  select from attachment_message c join attachment_text t using (attachment_id)
  where c.message_id = m.id and not ${isHidden(sql`m.id`)} and strpos(lower(t.body), lower(${text})) > 0)`

/** Whether the name of a file of the message m contains a text, ignoring case. */
export const fileIsNamed = (text: string): RawBuilder<boolean> => sql`exists (
  select from attachment_message c join attachment a on a.id = c.attachment_id
  where c.message_id = m.id and not ${isHidden(sql`m.id`)} and strpos(lower(a.name), lower(${text})) > 0)`

export const readFileTextsName = 'read-file-texts'

/** Enqueues reading the files of a message. */
export const readFileTextsSql = (realmId: number, messageId: Sql): Sql =>
  enqueueSql(
    { name: readFileTextsName },
    sql`json_build_object('realmId', ${realmId}::bigint, 'messageId', ${messageId})`,
    sql`${`${readFileTextsName}:`}::text || ${messageId}`,
  )
