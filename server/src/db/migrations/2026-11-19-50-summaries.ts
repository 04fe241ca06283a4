import { type Kysely, sql } from 'kysely'

/** The service that writes the summaries of an organization, and how much it was used in each month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table summary_service (
      realm_id bigint primary key references realm,
      base_url text not null,
      model text not null,
      key jsonb,
      max_tokens integer not null,
      monthly_tokens bigint not null
    )`,
    `create table summary_usage (
      realm_id bigint not null references realm,
      month date not null,
      requests integer not null,
      tokens bigint not null,
      primary key (realm_id, month)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
