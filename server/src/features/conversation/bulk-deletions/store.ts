import type { BulkState } from '@loquat/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'

export type BulkRow = Selectable<Tables['bulk_deletion']>

export type BulkScope = Pick<
  BulkRow,
  'user_id' | 'channel_ids' | 'include_direct' | 'sent_from' | 'sent_until'
>

/** Messages `m` with recipient `r` that belong to a deletion. */
const inScope = (scope: BulkScope) => sql<boolean>`m.sender_id = ${scope.user_id}
  and (${scope.sent_from}::timestamptz is null or m.sent_at >= ${scope.sent_from})
  and (${scope.sent_until}::timestamptz is null or m.sent_at < ${scope.sent_until})
  and case when r.channel_id is null then ${scope.include_direct}::boolean
    else cardinality(${scope.channel_ids}::bigint[]) = 0 or r.channel_id = any(${scope.channel_ids}::bigint[]) end`

/** The number of messages to delete now, and the last one. */
export async function measure(tx: Tx, scope: BulkScope): Promise<{ total: number; last: number }> {
  const { rows } = await sql<{ total: number; last: number | null }>`
    select count(*)::int as total, max(m.id) as last from message m join recipient r on r.id = m.recipient_id
    where m.realm_id = ${tx.realmId} and ${inScope(scope)}`.execute(tx.db)
  return { total: rows[0]?.total ?? 0, last: rows[0]?.last ?? 0 }
}

export async function insertBulk(
  tx: Tx,
  row: BulkScope & { requested_by: number; requested_at: Date; total: number; last_message_id: number },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('bulk_deletion')
    .values({ ...row, realm_id: tx.realmId, state: 'deleting' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function isRunning(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('bulk_deletion')
    .select('id')
    .where('realm_id', '=', tx.realmId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['deleting', 'restoring'])
    .executeTakeFirst()
  return row !== undefined
}

export async function listBulk(db: Db, realmId: number, limit: number): Promise<BulkRow[]> {
  return await db
    .selectFrom('bulk_deletion')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function lockBulk(tx: Tx, id: number): Promise<BulkRow | undefined> {
  return await tx.db
    .selectFrom('bulk_deletion')
    .selectAll()
    .where('realm_id', '=', tx.realmId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateBulk(
  tx: Tx,
  id: number,
  change: Partial<Pick<BulkRow, 'state' | 'position' | 'deleted' | 'restored' | 'undo_until'>>,
): Promise<void> {
  await tx.db.updateTable('bulk_deletion').set(change).where('id', '=', id).execute()
}

/** The next deletion with work to do. */
export async function nextBulk(
  db: Db,
  now: Date,
  except: readonly number[],
): Promise<{ id: number; realmId: number; state: BulkState } | undefined> {
  const { rows } = await sql<{ id: number; realmId: number; state: BulkState }>`
    select id, realm_id as "realmId", state from bulk_deletion
    where (state in ('deleting', 'restoring') or (state = 'deleted' and undo_until <= ${now}))
      and id <> all(${except}::bigint[])
    order by id limit 1`.execute(db)
  return rows[0]
}

export interface BulkMessage {
  id: number
  recipientId: number
  channelId: number | null
  userIds: number[] | null
  topic: string
}

export async function nextMessages(tx: Tx, bulk: BulkRow, limit: number): Promise<BulkMessage[]> {
  const { rows } = await sql<BulkMessage>`
    select m.id, m.recipient_id as "recipientId", r.channel_id as "channelId", r.user_ids as "userIds", m.topic
    from message m join recipient r on r.id = m.recipient_id
    where m.realm_id = ${tx.realmId} and ${inScope(bulk)} and m.id > ${bulk.position} and m.id <= ${bulk.last_message_id}
    order by m.id limit ${limit}`.execute(tx.db)
  return rows
}
