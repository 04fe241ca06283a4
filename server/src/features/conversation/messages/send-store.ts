import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { type DraftRow, insertParts } from './send-statement.ts'

/** ID and log position of a stored message. */
export interface InsertedMessage {
  id: number
  seq: number
}

/**
 * Stores messages without other effects, with their events, in one statement. A message is one row and one
 * event, regardless of the number of readers. Assigns IDs and positions under the log lock, in the given
 * order.
 */
export async function insertMessages(
  database: Database,
  realmId: number,
  drafts: readonly DraftRow[],
): Promise<InsertedMessage[]> {
  return await database.runPrepared(insertStatement(realmId, drafts))
}

/** Like `insertMessages`, inside a transaction. */
export async function insertWithin(tx: Tx, drafts: readonly DraftRow[]): Promise<InsertedMessage[]> {
  return (await insertStatement(tx.realmId, drafts).execute(tx.db)).rows
}

function insertStatement(realmId: number, drafts: readonly DraftRow[]): RawBuilder<InsertedMessage> {
  const parts = insertParts(realmId, drafts)
  return sql<InsertedMessage>`
    with log as (
      update realm_log set last_seq = last_seq + ${drafts.length}::bigint where realm_id = ${realmId}::bigint
      returning last_seq - ${drafts.length}::bigint as base
    ), draft as (
      select nextval('message_id') as id, ordered.*
      from (select d.*, log.base from log, ${parts.drafts} order by n) as ordered
    ), stored as (
      insert into message (${parts.columns}) select ${parts.values} from draft
    ), ${parts.rest}, logged as (
      insert into event (realm_id, seq, type, payload, audience)
      select ${realmId}::bigint, base + n, 'message', ${parts.withId(sql`payload`)}, ${parts.withId(sql`audience`)}
      from draft
    )
    select id, base + n as seq from draft order by n`
}

/** Reserves an ID for a poll or to-do list. */
export async function takeSubmessageId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('submessage_id') as id`.execute(db)
  return rows[0]!.id
}
