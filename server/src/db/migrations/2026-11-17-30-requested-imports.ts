import { type Kysely, sql } from 'kysely'

/** Imports that owners request in the app. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      // One per organization. `json` keeps escapes that `jsonb` refuses, such as the one of a NUL in a name of the archive.
      `create table requested_import (
        id text primary key,
        realm_id bigint not null unique references realm,
        owner_id bigint not null references account,
        source text not null,
        file_name text not null,
        size bigint not null,
        received bigint not null default 0,
        pieces text[] not null default '{}',
        state text not null,
        is_dry_run boolean not null default true,
        options json,
        emails json not null default '{}',
        progress json,
        report json,
        error text,
        attempts integer not null default 0,
        run_started_at timestamptz,
        active_at timestamptz not null
      )`,
    )
    .execute(db)
}
