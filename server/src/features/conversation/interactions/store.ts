import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { InteractionPayload } from '../../../db/tables/interactions.ts'
import type { Tables } from '../../../db/tables.ts'
import { isIdle, receivesInteractions } from '../../../events/queue-store.ts'
import type { Tx } from '../../../events/transaction.ts'

export type InteractionRow = Selectable<Tables['interaction']>

export interface NewInteraction {
  bot_id: number
  user_id: number
  message_id: number | null
  recipient_id: number
  topic: string
  request_id: string | null
  payload: InteractionPayload
  created_at: Date
}

/** Undefined if the user has sent this request before. */
export async function insertInteraction(tx: Tx, row: NewInteraction): Promise<InteractionRow | undefined> {
  return await tx.db
    .insertInto('interaction')
    .values({ ...row, realm_id: tx.realmId, payload: JSON.stringify(row.payload) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function interactionOfRequest(tx: Tx, userId: number, requestId: string): Promise<number> {
  const { id } = await tx.db
    .selectFrom('interaction')
    .select('id')
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  return id
}

/** Whether an open queue of the bot receives interactions. */
export async function hasInteractionQueue(db: Db, botId: number): Promise<boolean> {
  const { rows } = await sql`
    select from event_queue where user_id = ${botId} and ${receivesInteractions} and not ${isIdle} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether the bot has a URL that is called. An empty one counts, as the call reports it. */
export async function hasService(db: Db, botId: number): Promise<boolean> {
  const row = await db
    .selectFrom('bot_service')
    .select('bot_id')
    .where('bot_id', '=', botId)
    .executeTakeFirst()
  return row !== undefined
}

export async function loadInteraction(
  db: Db,
  realmId: number,
  id: number,
): Promise<InteractionRow | undefined> {
  return await db
    .selectFrom('interaction')
    .selectAll()
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
}

/** Counts a use of the response URL; false if it has been used too often. */
export async function countResponse(db: Db, id: number, max: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('interaction')
    .set({ responses: sql`responses + 1` })
    .where('id', '=', id)
    .where('responses', '<', max)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteInteractionsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('interaction').where('created_at', '<', before).execute()
}

export async function takeEphemeralId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('ephemeral_message_id') as id`.execute(db)
  return rows[0]!.id
}

/** The participants of a direct conversation; undefined for channels. */
export async function participantIds(db: Db, recipientId: number): Promise<number[] | undefined> {
  const row = await db
    .selectFrom('recipient')
    .select('user_ids')
    .where('id', '=', recipientId)
    .executeTakeFirst()
  return row?.user_ids ?? undefined
}
