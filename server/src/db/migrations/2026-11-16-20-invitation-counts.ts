import { type Kysely, sql } from 'kysely'

/** Number of invitations that each account has sent per day. Kept after invitations are revoked, so that revoking restores no quota. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation_count (
      realm_id bigint not null references realm,
      day date not null,
      inviter_id bigint not null references account,
      sent integer not null,
      primary key (realm_id, day, inviter_id)
    )`.execute(db)
}
