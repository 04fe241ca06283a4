import { type Kysely, sql } from 'kysely'

/** Custom profile fields of organizations, and their values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table profile_field (
      id bigint generated always as identity primary key,
      realm_id bigint not null references realm,
      type integer not null,
      position bigint not null,
      name text not null,
      hint text not null,
      field_data jsonb,
      in_summary boolean not null,
      required boolean not null,
      editable_by_user boolean not null,
      unique (realm_id, name)
    )`,
    `create table profile_value (
      user_id bigint not null references account,
      field_id bigint not null references profile_field on delete cascade,
      value text not null,
      rendered_value text,
      primary key (user_id, field_id)
    )`,
    // Values of a field that is deleted or loses an option, and all values of an organization, for register.
    `create index profile_value_field on profile_value (field_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
