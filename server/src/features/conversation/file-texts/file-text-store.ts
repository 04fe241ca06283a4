import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { searchTextOfPlain } from '../message-queries/search-text.ts'
import type { Attachment } from '../uploads/store.ts'
import { fileMark, maxFileLexemes, maxLexemeBytes, readFileTextsSql } from './file-text-sql.ts'
import { readableEndings } from './kinds.ts'

export type UnreadFile = Pick<Attachment, 'id' | 'name' | 'path_id' | 'content_type' | 'size'>

/** Enqueues reading the files of a message whose links have changed. */
export async function enqueueReading(tx: Tx, messageId: number): Promise<void> {
  await sql`select ${readFileTextsSql(tx.realmId, sql`${messageId}::bigint`)}`.execute(tx.db)
}

/** Files of a message that have not been read. */
export async function unreadFiles(db: Db, messageId: number, limit: number): Promise<UnreadFile[]> {
  const { rows } = await sql<UnreadFile>`
    select a.id, a.name, a.path_id, a.content_type, a.size from attachment_message c
    join attachment a on a.id = c.attachment_id
    where c.message_id = ${messageId} and not exists (select from attachment_text t where t.attachment_id = a.id)
    order by a.id limit ${limit}`.execute(db)
  return rows
}

/** Messages with files of a readable kind that have not been read, newest files first. */
export async function messagesWithUnreadFiles(
  db: Db,
  limit: number,
): Promise<{ realmId: number; messageId: number }[]> {
  const { rows } = await sql<{ realmId: number; messageId: number }>`
    select a.realm_id as "realmId", c.message_id as "messageId"
    from attachment a join attachment_message c on c.attachment_id = a.id
    where lower(a.name) ~ ${`\\.(${readableEndings.join('|')})$`}
      and not exists (select from attachment_text t where t.attachment_id = a.id)
    order by a.id desc limit ${limit}`.execute(db)
  return rows
}

/** Stores the text of a file, which may have been deleted meanwhile, with the lexemes of its name and text. */
export async function storeFileText(db: Db, { id, name }: UnreadFile, body: string): Promise<void> {
  const { words, grams } = searchTextOfPlain(`${name}\n${body}`)
  await sql`
    insert into attachment_text (attachment_id, body, lexemes)
    select a.id, ${body}, array_to_tsvector(array(
      select ${fileMark}::text || lexeme from (
        select unnest(tsvector_to_array(to_tsvector('english', ${words}::text))) as lexeme
        union select unnest(string_to_array(${grams.slice(0, maxFileLexemes).join(' ')}::text, ' '))
      ) as found
      where lexeme <> '' and octet_length(lexeme) < ${sql.lit(maxLexemeBytes)} limit ${sql.lit(maxFileLexemes)}
    ))
    from attachment a where a.id = ${id} for key share
    on conflict (attachment_id) do nothing`.execute(db)
}
