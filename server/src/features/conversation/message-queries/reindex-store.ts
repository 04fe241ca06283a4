import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { fileLexemes } from '../file-texts/file-text-sql.ts'
import { vectorSql } from './search-sql.ts'
import { searchText } from './search-text.ts'

/** Recomputes the search vectors of messages. Locks the rows, so that a concurrent edit comes before or after. */
export async function reindex(db: Db, ids: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('message')
    .select(['id', 'topic', 'rendered_content'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  await storeSearchTexts(
    db,
    rows.map((row) => ({ id: row.id, topic: row.topic, html: row.rendered_content })),
  )
}

/** Stores search vectors of messages whose rows are locked and loaded. */
export async function storeSearchTexts(
  db: Db,
  messages: readonly { id: number; topic: string; html: string }[],
): Promise<void> {
  const texts = messages.map(({ topic, html }) => searchText(topic, html))
  await sql`
    update message set search = ${vectorSql(sql`new.words`, sql`new.grams`, sql`new.id`)} || ${fileLexemes(sql`new.id`)}
    from unnest(${messages.map(({ id }) => id)}::bigint[], ${texts.map((text) => text.words)}::text[],
      ${texts.map((text) => text.grams.join(' '))}::text[]) as new (id, words, grams)
    where message.id = new.id`.execute(db)
}
