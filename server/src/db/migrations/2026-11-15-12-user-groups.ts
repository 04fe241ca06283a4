import { type Kysely, sql } from 'kysely'

/** Who and what is in the user groups that people make. Those by role need no rows: who is in them follows from the role. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The primary keys serve the only question: what is in these groups.
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
    // Until when joining the full members by age has been announced.
    `alter table realm add column full_members_until timestamptz not null default now()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
