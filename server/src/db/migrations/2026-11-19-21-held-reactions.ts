import { type Kysely, sql } from 'kysely'

/** Reactions and submessages, such as polls, of messages that legal holds keep. Null for those kept before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table held_message add reactions jsonb, add submessages jsonb`.execute(db)
}
