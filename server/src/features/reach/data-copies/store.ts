import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type CopyRow = Selectable<Tables['data_copy']>

export async function copyOf(db: Db, userId: number): Promise<CopyRow | undefined> {
  return await db.selectFrom('data_copy').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Replaces an earlier copy. */
export async function storeRequest(tx: Tx, row: { userId: number; file: string; now: Date }): Promise<void> {
  const values = {
    file: row.file,
    attempts: 0,
    requested_at: row.now,
    finished_at: null,
    failed_at: null,
    bytes: null,
  }
  await tx.db
    .insertInto('data_copy')
    .values({ user_id: row.userId, realm_id: tx.realmId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function nextCopy(db: Db, except: readonly number[]): Promise<CopyRow | undefined> {
  return await db
    .selectFrom('data_copy')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .where(sql<boolean>`user_id <> all(${except}::bigint[])`)
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst()
}

/** Counts an attempt, so that one that ends the process counts, too. */
export async function countAttempt(db: Db, { user_id, file }: CopyRow): Promise<number> {
  const row = await db
    .updateTable('data_copy')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('user_id', '=', user_id)
    .where('file', '=', file)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? Number.POSITIVE_INFINITY
}

/** False if the request was replaced or removed in the meantime. */
export async function finishCopy(
  db: Db,
  { user_id, file }: CopyRow,
  outcome: { finished_at: Date; bytes: number } | { failed_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_copy')
    .set(outcome)
    .where('user_id', '=', user_id)
    .where('file', '=', file)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes rows that were requested up to a time, and returns their files. */
export async function removeOld(db: Db, before: Date): Promise<{ realmId: number; file: string }[]> {
  const rows = await db
    .deleteFrom('data_copy')
    .where('requested_at', '<=', before)
    .returning(['realm_id', 'file'])
    .execute()
  return rows.map((row) => ({ realmId: row.realm_id, file: row.file }))
}

export async function ownSize(
  db: Db,
  userId: number,
  limit: number,
): Promise<{ messages: number; bytes: number }> {
  const { rows } = await sql<{ messages: number; bytes: number }>`
    select (select count(*)::int from (select from message where sender_id = ${userId} limit ${limit}) m) as messages,
      (select coalesce(sum(size), 0)::bigint from attachment where owner_id = ${userId}) as bytes`.execute(db)
  return rows[0] ?? { messages: 0, bytes: 0 }
}
