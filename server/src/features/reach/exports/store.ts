import type { ExportType } from '@loquat/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type ExportRow = Selectable<Tables['realm_export']>

/** Oldest first. */
export async function exportsOf(db: Db, realmId: number): Promise<ExportRow[]> {
  return await db
    .selectFrom('realm_export')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

export async function findExport(db: Db, realmId: number, id: number): Promise<ExportRow | undefined> {
  return await db
    .selectFrom('realm_export')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertExport(
  tx: Tx,
  row: { requesterId: number; type: ExportType; file: string; now: Date },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('realm_export')
    .values({
      realm_id: tx.realmId,
      requester_id: row.requesterId,
      type: row.type,
      file: row.file,
      requested_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markDeleted(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.db.updateTable('realm_export').set({ deleted_at: now }).where('id', '=', id).execute()
}

/** False if the export was already finished or failed. */
export async function finishExport(
  tx: Tx,
  id: number,
  outcome: { finished_at: Date } | { failed_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('realm_export')
    .set(outcome)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The next export to create. Exports of deactivated organizations wait for a reactivation. */
export async function nextPending(db: Db, except: readonly number[]): Promise<ExportRow | undefined> {
  return await db
    .selectFrom('realm_export')
    .innerJoin('realm', 'realm.id', 'realm_export.realm_id')
    .selectAll('realm_export')
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('realm.deactivated', '=', false)
    .$if(except.length > 0, (query) => query.where('realm_export.id', 'not in', [...except]))
    .orderBy('realm_export.id')
    .limit(1)
    .executeTakeFirst()
}

/** Increments the attempts and returns the new number. */
export async function countAttempt(db: Db, id: number): Promise<number> {
  const { attempts } = await db
    .updateTable('realm_export')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

/** Number of messages, up to `most`: counting further would only take time. */
export async function countMessages(db: Db, realmId: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from recipient r join message m on m.recipient_id = r.id where r.realm_id = ${realmId} limit ${limit}
    ) counted`.execute(db)
  return rows[0]?.count ?? 0
}
