import { type Kysely, sql } from 'kysely'

/** Members and subgroups of user groups. System groups need no rows: their members follow from the role. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The primary keys serve the only query: the contents of given groups.
    `create table user_group_member (
      group_id bigint not null references user_group,
      user_id bigint not null references account,
      primary key (group_id, user_id)
    )`,
    `create table user_group_subgroup (
      group_id bigint not null references user_group,
      subgroup_id bigint not null references user_group,
      primary key (group_id, subgroup_id)
    )`,
    // Time up to which automatic promotions to full member have been published.
    `alter table realm add column full_members_until timestamptz not null default now()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
