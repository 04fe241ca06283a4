import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type Batch, type Bulk, messageStatements, organizationStatements } from './bulk-store.ts'

/** Whether any user other than the system bots has sent a message. */
export async function hasMessagesOfPeople(db: Db, realmId: number): Promise<boolean> {
  const { rows } = await sql`
    select from message m join account a on a.id = m.sender_id
    where m.realm_id = ${realmId} and not a.is_system_bot limit 1`.execute(db)
  return rows.length > 0
}

/** Moves the system bots' messages before this time. */
export async function redateNotices(db: Db, realmId: number, before: Date): Promise<void> {
  await sql`
    update message m set sent_at = ${before} from account a
    where a.id = m.sender_id and a.is_system_bot and m.realm_id = ${realmId} and m.sent_at > ${before}`.execute(
    db,
  )
}

/** Returns the IDs of the created objects, including the reader's. */
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

/** Updates the planner statistics. */
export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}
