import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

type ReportTable = Tables['message_report']
export type ReportRow = Selectable<ReportTable>

/** Undefined if the user has reported the message before. */
export async function insertReport(
  tx: Tx,
  row: Omit<ReportRow, 'id' | 'realm_id' | 'notice_id' | 'handled_by' | 'handled_at'>,
): Promise<ReportRow | undefined> {
  return await tx.db
    .insertInto('message_report')
    .values({ ...row, realm_id: tx.realmId })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function setNotice(tx: Tx, id: number, noticeId: number): Promise<void> {
  await tx.db.updateTable('message_report').set({ notice_id: noticeId }).where('id', '=', id).execute()
}

export async function lockReport(
  tx: Tx,
  by: { id: number } | { noticeId: number },
): Promise<ReportRow | undefined> {
  const query = tx.db.selectFrom('message_report').selectAll().where('realm_id', '=', tx.realmId).forUpdate()
  return await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('notice_id', '=', by.noticeId)
  ).executeTakeFirst()
}

export async function setHandled(
  tx: Tx,
  id: number,
  handled: { by: number; at: Date } | undefined,
): Promise<void> {
  await tx.db
    .updateTable('message_report')
    .set({ handled_by: handled?.by ?? null, handled_at: handled?.at ?? null })
    .where('id', '=', id)
    .execute()
}

export async function isReported(tx: Tx, messageId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('message_report')
    .select('id')
    .where('realm_id', '=', tx.realmId)
    .where('message_id', '=', messageId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The newest reports of messages. */
export async function reportsOf(tx: Tx, messageIds: readonly number[]): Promise<ReportRow[]> {
  return await tx.db
    .selectFrom('message_report')
    .selectAll()
    .where('realm_id', '=', tx.realmId)
    .where(sql<boolean>`message_id = any(${messageIds}::bigint[])`)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

export interface ListedReport extends ReportRow {
  is_hidden: boolean
}

/** Newest first. */
export async function listReports(
  db: Db,
  realmId: number,
  { state, before, limit }: { state: 'open' | 'handled' | 'all'; before: number | undefined; limit: number },
): Promise<ListedReport[]> {
  let query = db
    .selectFrom('message_report as r')
    .selectAll('r')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('hidden_message as h')
          .select('h.message_id')
          .whereRef('h.message_id', '=', 'r.message_id'),
      )
        .$castTo<boolean>()
        .as('is_hidden'),
    )
    .where('r.realm_id', '=', realmId)
  if (state === 'open') query = query.where('r.handled_at', 'is', null)
  if (state === 'handled') query = query.where('r.handled_at', 'is not', null)
  if (before !== undefined) query = query.where('r.id', '<', before)
  return await query.orderBy('r.id', 'desc').limit(limit).execute()
}
