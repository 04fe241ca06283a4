import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type ScheduledRow = Selectable<Tables['scheduled_message']>

/** Content, destination and time of a scheduled message. The users include the sender. */
export type ScheduledFields = Omit<ScheduledRow, 'id' | 'realm_id' | 'sender_id'>

export async function insertScheduled(
  tx: Tx,
  senderId: number,
  fields: ScheduledFields,
): Promise<ScheduledRow> {
  return await tx.db
    .insertInto('scheduled_message')
    .values({ ...fields, realm_id: tx.realmId, sender_id: senderId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findScheduled(db: Db, id: number): Promise<ScheduledRow | undefined> {
  return await db.selectFrom('scheduled_message').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the message until the transaction ends. */
export async function lockScheduled(tx: Tx, id: number): Promise<ScheduledRow | undefined> {
  return await tx.db
    .selectFrom('scheduled_message')
    .selectAll()
    .where('id', '=', id)
    .where('realm_id', '=', tx.realmId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateScheduled(
  tx: Tx,
  id: number,
  fields: Partial<ScheduledFields>,
): Promise<ScheduledRow> {
  return await tx.db
    .updateTable('scheduled_message')
    .set(fields)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteScheduled(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('scheduled_message').where('id', '=', id).execute()
}

/** Removes a sent message from the list and records the delivery. */
export async function completeScheduled(tx: Tx, { id, sender_id }: ScheduledRow, now: Date): Promise<void> {
  await deleteScheduled(tx, id)
  await tx.db.insertInto('delivered_schedule').values({ id, sender_id, delivered_at: now }).execute()
}

export async function wasDelivered(db: Db, id: number, senderId: number): Promise<boolean> {
  const row = await db
    .selectFrom('delivered_schedule')
    .select('id')
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('delivered_schedule').where('delivered_at', '<', before).execute()
}

/** Earliest first. */
export const scheduledQuery = (db: Db, senderId: number) =>
  db
    .selectFrom('scheduled_message')
    .selectAll()
    .where('sender_id', '=', senderId)
    .orderBy('deliver_at')
    .orderBy('id')

/** Due messages, earliest first. Those of previews are sent by the other server. */
export async function dueMessages(db: Db, now: Date): Promise<{ id: number; realmId: number }[]> {
  const { rows } = await sql<{ id: number; realmId: number }>`
    select id, realm_id as "realmId" from scheduled_message
    where not failed and deliver_at <= ${now}
      and not exists (select from realm where realm.id = scheduled_message.realm_id and preview_of is not null)
    order by deliver_at, id limit 1000`.execute(db)
  return rows
}
