import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Batch, type Bulk, messageStatements, organizationStatements } from './bulk-store.ts'

/** Whether anybody but the server's own bots has written something. */
export async function hasMessagesOfPeople(db: Db, realmId: number): Promise<boolean> {
  const { rows } = await sql`
    select from message m join account a on a.id = m.sender_id
    where m.realm_id = ${realmId} and not a.is_system_bot limit 1`.execute(db)
  return rows.length > 0
}

/** What the server's own bots said so far was said before this time. */
export async function redateNotices(db: Db, realmId: number, before: Date): Promise<void> {
  await sql`
    update message m set sent_at = ${before} from account a
    where a.id = m.sender_id and a.is_system_bot and m.realm_id = ${realmId} and m.sent_at > ${before}`.execute(
    db,
  )
}

/** Returns whom and what it made, the reader included. */
export async function storeBulk(
  db: Db,
  bulk: Bulk,
  batch: Batch,
): Promise<{ users: number[]; channels: number[] }> {
  for (const [text, values] of [...organizationStatements(bulk), ...messageStatements(bulk, batch, 0)]) {
    await db.executeQuery(CompiledQuery.raw(text, values))
  }
  const { rows: users } = await sql<{ id: number }>`select id from bulk_person`.execute(db)
  const { rows: channels } = await sql<{ id: number }>`select id from bulk_channel`.execute(db)
  await sql`drop table bulk_person, bulk_channel, bulk_place, bulk_text`.execute(db)
  return { users: users.map(({ id }) => id), channels: channels.map(({ id }) => id) }
}

/** Lets the database see what it has now, so that it plans well. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}
