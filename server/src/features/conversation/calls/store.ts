import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Channel } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { inTopic } from '../../places/channels/topic-messages-store.ts'

export type CallRow = Selectable<Tables['call']>
export type ParticipantRow = Selectable<Tables['call_participant']>

/** A call with the participants who have not left, in the order in which they joined. */
export interface StoredCall extends CallRow {
  participants: ParticipantRow[]
}

/** Maximum number of calls in a reply. */
const maxListed = 200

async function withParticipants(db: Db, calls: readonly CallRow[]): Promise<StoredCall[]> {
  if (calls.length === 0) return []
  const ids = calls.map((call) => call.id)
  const participants = await db
    .selectFrom('call_participant')
    .selectAll()
    .where(sql<boolean>`call_id = any(${ids}::bigint[])`)
    .where('left_at', 'is', null)
    .orderBy('id')
    .execute()
  return calls.map((call) => ({
    ...call,
    participants: participants.filter((participant) => participant.call_id === call.id),
  }))
}

/** The calls in progress, newest first. */
export async function callsInProgress(db: Db, realmId: number): Promise<StoredCall[]> {
  const calls = await db
    .selectFrom('call')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('ended_at', 'is', null)
    .where('message_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return await withParticipants(db, calls)
}

/** A call in progress. */
export async function findCall(db: Db, realmId: number, id: number): Promise<StoredCall | undefined> {
  const calls = await db
    .selectFrom('call')
    .selectAll()
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .where('ended_at', 'is', null)
    .execute()
  return (await withParticipants(db, calls))[0]
}

/** The message of a call, also of one that has ended. */
export async function messageOfCall(db: Db, realmId: number, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('call')
    .select('message_id')
    .where('id', '=', id)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.message_id ?? undefined
}

/** The call in progress in a topic or direct conversation. Its place is that of its message, which may have moved. */
export async function callIn(
  tx: Tx,
  { recipientId, channel, topic }: { recipientId: number; channel: Channel | undefined; topic: string },
): Promise<StoredCall | undefined> {
  const isHere = channel === undefined ? sql`m.recipient_id = ${recipientId}` : inTopic(channel, topic)
  const { rows } = await sql<CallRow>`
    select c.* from call c join message m on m.id = c.message_id
    where c.realm_id = ${tx.realmId} and c.ended_at is null and ${isHere} order by c.id limit 1`.execute(
    tx.db,
  )
  return (await withParticipants(tx.db, rows))[0]
}

export async function insertCall(tx: Tx, startedBy: number, startedAt: Date): Promise<CallRow> {
  return await tx.db
    .insertInto('call')
    .values({
      realm_id: tx.realmId,
      message_id: null,
      started_by: startedBy,
      started_at: startedAt,
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setMessage(tx: Tx, id: number, messageId: number): Promise<void> {
  await tx.db.updateTable('call').set({ message_id: messageId }).where('id', '=', id).execute()
}

export async function endCall(tx: Tx, id: number, endedAt: Date): Promise<void> {
  await tx.db.updateTable('call').set({ ended_at: endedAt }).where('id', '=', id).execute()
}

export async function addDeclined(tx: Tx, id: number, userId: number): Promise<void> {
  await sql`
    update call set declined_by = declined_by || ${userId}::bigint
    where id = ${id} and not declined_by @> array[${userId}::bigint]`.execute(tx.db)
}

export type NewParticipant = Pick<
  ParticipantRow,
  'call_id' | 'user_id' | 'queue_id' | 'muted' | 'camera' | 'joined_at' | 'lease_until'
>

export async function insertParticipant(tx: Tx, row: NewParticipant): Promise<ParticipantRow> {
  return await tx.db
    .insertInto('call_participant')
    .values({ ...row, screen: false, left_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type ParticipantChange = Partial<Pick<ParticipantRow, 'muted' | 'camera' | 'screen'>> & {
  lease_until: Date
}

/** Undefined if the participant has left. */
export async function updateParticipant(
  db: Db,
  id: number,
  change: ParticipantChange,
): Promise<ParticipantRow | undefined> {
  return await db
    .updateTable('call_participant')
    .set(change)
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function removeParticipants(tx: Tx, ids: readonly number[], leftAt: Date): Promise<void> {
  await tx.db
    .updateTable('call_participant')
    .set({ left_at: leftAt })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

/** Everyone who took part in a call, in the order in which they joined first. */
export async function everyoneIn(db: Db, callId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from call_participant where call_id = ${callId}
    group by user_id order by min(id) limit ${limit}`.execute(db)
  return rows.map((row) => row.user_id)
}

/** Calls with participants whose leases have ended, or without any since a time. */
export async function abandonedCalls(
  db: Db,
  now: Date,
  startedBefore: Date,
  limit: number,
): Promise<{ id: number; realm_id: number }[]> {
  const { rows } = await sql<{ id: number; realm_id: number }>`
    select c.id, c.realm_id from call c
    where c.ended_at is null and (
      exists (select from call_participant p where p.call_id = c.id and p.left_at is null and p.lease_until < ${now})
      or c.started_at < ${startedBefore} and not exists (
        select from call_participant p where p.call_id = c.id and p.left_at is null))
    order by c.id limit ${limit}`.execute(db)
  return rows
}

export async function deleteCallsEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('call').where('ended_at', '<', before).execute()
}

/** Ends the leases of a user, whose calls are left the next time somebody looks. */
export async function endLeasesOf(tx: Tx, userId: number): Promise<void> {
  await tx.db
    .updateTable('call_participant')
    .set({ lease_until: new Date(0) })
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .execute()
}

/** Ends calls of messages. Returns those that were in progress. */
export async function endCallsOfMessages(tx: Tx, messageIds: readonly number[]): Promise<StoredCall[]> {
  const { rows } = await sql<CallRow>`
    update call set ended_at = now()
    where message_id = any(${messageIds}::bigint[]) and ended_at is null returning *`.execute(tx.db)
  return await withParticipants(tx.db, rows)
}

/** When the call of a message started, if it rings for a user: they neither joined nor declined, and it started after a time. */
export async function ringingSince(
  db: Db,
  messageId: number,
  userId: number,
  after: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ started_at: Date }>`
    select c.started_at from call c
    where c.message_id = ${messageId} and c.ended_at is null and c.started_at > ${after} and c.started_by <> ${userId}
      and not c.declined_by @> array[${userId}::bigint]
      and not exists (select from call_participant p
        where p.call_id = c.id and p.user_id = ${userId} and p.left_at is null)`.execute(db)
  return rows[0]?.started_at
}
