import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { vectorSql } from './search-sql.ts'
import { searchText } from './search-text.ts'

const atOnce = 500

/** Makes messages be found by what they say now, after their text or topic changed. */
export async function reindex(tx: Tx, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += atOnce) {
    const rows = await tx.db
      .selectFrom('message')
      .select(['id', 'topic', 'rendered_content'])
      .where(sql<boolean>`id = any(${ids.slice(at, at + atOnce)}::bigint[])`)
      .execute()
    const texts = rows.map((row) => searchText(row.topic, row.rendered_content))
    await sql`
      update message set search = ${vectorSql(sql`new.words`, sql`new.grams`, sql`new.id`)}
      from unnest(${rows.map((row) => row.id)}::bigint[], ${texts.map((text) => text.words)}::text[],
        ${texts.map((text) => text.grams.join(' '))}::text[]) as new (id, words, grams)
      where message.id = new.id`.execute(tx.db)
  }
}
