import { type Kysely, sql } from 'kysely'

/** Linkifiers, and code playgrounds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table linkifier (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      pattern text not null,
      url_template text not null,
      position integer not null,
      unique (realm_id, pattern)
    )`,
    `create table playground (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      name text not null,
      highlight_language text not null,
      url_template text not null,
      unique (realm_id, highlight_language, name)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
