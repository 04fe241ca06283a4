import { type Kysely, sql } from 'kysely'

/** Groups and roles that login providers give to users, and users who have left a directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table external_identity add column mapped_role integer, add column left_at timestamptz`,
    `create table external_membership (
      realm_id bigint not null references realm,
      user_id bigint not null references account,
      group_id bigint not null references user_group,
      issuer text not null,
      primary key (user_id, group_id, issuer)
    )`,
    `create index external_membership_by_group on external_membership (group_id)`,
    `create index external_membership_by_realm on external_membership (realm_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
