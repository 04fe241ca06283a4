import { type Kysely, sql } from 'kysely'

/** Users without a second factor whose organization requires one, since they were first told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table factor_demand (
      user_id bigint primary key references account,
      realm_id bigint not null references realm,
      since timestamptz not null
    )`,
    // The demands of an organization.
    `create index factor_demand_realm on factor_demand (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
