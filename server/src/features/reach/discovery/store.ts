import type { DiscoveryQuery } from '@loquat/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type DiscoveryRow = Selectable<Tables['discovery_export']>

const maxListed = 200

/** Newest first. */
export async function discoveriesOf(db: Db, realmId: number): Promise<DiscoveryRow[]> {
  return await db
    .selectFrom('discovery_export')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
}

export async function findDiscovery(db: Db, realmId: number, id: number): Promise<DiscoveryRow | undefined> {
  return await db
    .selectFrom('discovery_export')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function insertDiscovery(
  tx: Tx,
  row: { requesterId: number; query: DiscoveryQuery; file: string; now: Date },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('discovery_export')
    .values({
      realm_id: tx.realmId,
      requester_id: row.requesterId,
      query: JSON.stringify(row.query),
      file: row.file,
      requested_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The next export to create. */
export async function nextPendingDiscovery(
  db: Db,
  except: readonly number[],
): Promise<DiscoveryRow | undefined> {
  return await db
    .selectFrom('discovery_export')
    .innerJoin('realm', 'realm.id', 'discovery_export.realm_id')
    .selectAll('discovery_export')
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('realm.deactivated', '=', false)
    .$if(except.length > 0, (query) => query.where('discovery_export.id', 'not in', [...except]))
    .orderBy('discovery_export.id')
    .limit(1)
    .executeTakeFirst()
}

/** Increments the attempts, starts the progress over, and returns the number of attempts. */
export async function startAttempt(db: Db, id: number): Promise<number> {
  const { attempts } = await db
    .updateTable('discovery_export')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), messages_total: null, messages_read: 0 }))
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return attempts
}

export async function recordProgress(db: Db, id: number, total: number, read: number): Promise<void> {
  await db
    .updateTable('discovery_export')
    .set({ messages_total: total, messages_read: read })
    .where('id', '=', id)
    .execute()
}

/** False if the export was finished, failed or deleted before. */
export async function endDiscovery(
  tx: Tx,
  id: number,
  outcome: { finished_at: Date } | { failed_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('discovery_export')
    .set(outcome)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False if it was deleted before. */
export async function markDiscoveryDeleted(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('discovery_export')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the audit log has an entry about an archive with this custody file. */
export async function isRecorded(db: Db, realmId: number, custodySha256: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_entry
    where realm_id = ${realmId} and kind = 'discovery.made' and strpos(after, ${custodySha256}) > 0 limit 1`.execute(
    db,
  )
  return rows.length > 0
}
