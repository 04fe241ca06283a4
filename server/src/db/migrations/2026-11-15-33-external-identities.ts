import { type Kysely, sql } from 'kysely'

/** External identities of users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table external_identity (
      realm_id bigint not null references realm,
      issuer text not null,
      subject text not null,
      user_id bigint not null references account,
      login_name text,
      created_at timestamptz not null,
      primary key (realm_id, issuer, subject)
    )`,
    // Whether a user has an LDAP identity, for changing or resetting a password.
    `create index external_identity_by_user on external_identity (user_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
