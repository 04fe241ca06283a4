import { type Kysely, sql } from 'kysely'

/** Completed onboarding steps of users, and their mobile devices for push notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The default lists steps that new users are not shown.
    `alter table account add column onboarding_done text[] not null default '{visibility_policy_banner}'`,
    `create table push_device (
      user_id bigint not null references account,
      kind text not null,
      token text not null,
      app_id text,
      registered_at timestamptz not null
    )`,
    // One row per device of a user. Tokens may be too long for an index.
    `create unique index push_device_token on push_device (user_id, kind, md5(token))`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
