import { type Kysely, sql } from 'kysely'

/** Denied administrative requests, until the minute is over and becomes one entry of the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table audit_denial (
        realm_id bigint not null references realm,
        minute timestamptz not null,
        user_id bigint not null,
        endpoint text not null,
        reason text not null,
        count integer not null,
        primary key (realm_id, minute, user_id, endpoint, reason)
      )`,
    )
    .execute(db)
}
