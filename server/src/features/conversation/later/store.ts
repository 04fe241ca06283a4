import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type LaterRow = Selectable<Tables['later_item']>
export type LaterFields = Pick<LaterRow, 'note' | 'remind_at' | 'reminded' | 'done_at'>

/** Oldest first. */
export async function laterItemsOf(db: Db, userId: number): Promise<LaterRow[]> {
  return await db.selectFrom('later_item').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export async function countItems(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from later_item where user_id = ${userId}`.execute(tx.db)
  return rows[0]?.count ?? 0
}

export async function itemOfMessage(
  tx: Tx,
  userId: number,
  messageId: number,
): Promise<LaterRow | undefined> {
  return await tx.db
    .selectFrom('later_item')
    .selectAll()
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

/** Locks the item until the transaction ends. */
export async function lockItem(tx: Tx, userId: number, id: number): Promise<LaterRow | undefined> {
  return await tx.db
    .selectFrom('later_item')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertItem(
  tx: Tx,
  row: LaterFields & { user_id: number; message_id: number | null; created_at: Date },
): Promise<LaterRow> {
  return await tx.db
    .insertInto('later_item')
    .values({ ...row, realm_id: tx.realmId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateItem(tx: Tx, id: number, fields: Partial<LaterFields>): Promise<LaterRow> {
  return await tx.db
    .updateTable('later_item')
    .set(fields)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteItem(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from later_item where id = ${id} and user_id = ${userId} returning id`.execute(tx.db)
  return rows.length > 0
}

/** Due reminders, earliest first. Those of previews are sent by the other server. */
export async function dueReminders(db: Db, now: Date): Promise<LaterRow[]> {
  const { rows } = await sql<LaterRow>`
    select * from later_item
    where not reminded and done_at is null and remind_at <= ${now}
      and not exists (select from realm where realm.id = later_item.realm_id and preview_of is not null)
    order by remind_at, id limit 1000`.execute(db)
  return rows
}

/** Clients keep showing such items until they fetch the list again, which does no harm. */
export async function deleteDoneBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('later_item').where('done_at', '<', before).execute()
}
