import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { type DraftRow, insertParts } from './send-statement.ts'

/** What a stored message got: its ID and its position in the log. */
export interface Stored {
  id: number
  seq: number
}

/**
 * Stores messages that cause nothing else, with their events, in one statement: however many readers there are, a message is
 * one row and an event. IDs and positions are taken under the log's lock, in the order given.
 */
export async function insertMessages(
  database: Database,
  realmId: number,
  drafts: readonly DraftRow[],
): Promise<Stored[]> {
  return await database.runPrepared('insert messages', insertStatement(realmId, drafts))
}

/** The same as part of a transaction. */
export async function insertWithin(tx: Tx, drafts: readonly DraftRow[]): Promise<Stored[]> {
  return (await insertStatement(tx.realmId, drafts).execute(tx.db)).rows
}

function insertStatement(realmId: number, drafts: readonly DraftRow[]): RawBuilder<Stored> {
  const parts = insertParts(realmId, drafts)
  return sql<Stored>`
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

/** An ID for a poll or to-do list that is yet to be stored. */
export async function takeSubmessageId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('submessage_id') as id`.execute(db)
  return rows[0]!.id
}
