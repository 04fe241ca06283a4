import { type Kysely, sql } from 'kysely'

/** The text of uploaded files, for searches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      // Files that cannot be read have an empty text, so that they are not tried again.
      `create table attachment_text (
        attachment_id bigint primary key references attachment on delete cascade,
        body text not null,
        lexemes tsvector not null
      )`,
    )
    .execute(db)
}
