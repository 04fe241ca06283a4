import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { isIdle, receivesMessages } from '../../../events/queue-store.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Trigger } from './rules.ts'

/** Organizations with log entries after the scanned position. */
export async function realmsBehind(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.realm_id as id from realm_log l left join missed_upto u on u.realm_id = l.realm_id
    where l.last_seq > coalesce(u.seq, 0)`.execute(db)
  return rows.map((row) => row.id)
}

/** Locks the position until the transaction ends; undefined while another process holds it. */
export async function lockPosition(tx: Tx): Promise<number | undefined> {
  await sql`
    insert into missed_upto (realm_id, seq) values (${tx.realmId}, 0) on conflict do nothing`.execute(tx.db)
  const row = await tx.db
    .selectFrom('missed_upto')
    .select('seq')
    .where('realm_id', '=', tx.realmId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.seq
}

export async function storePosition(tx: Tx, seq: number): Promise<void> {
  await tx.db.updateTable('missed_upto').set({ seq }).where('realm_id', '=', tx.realmId).execute()
}

/** Subset of users who are online: recently active, with an event queue that receives messages. */
export async function onlineUsers(
  db: Db,
  userIds: readonly number[],
  activeSince: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.user_id as id from presence p
    where p.user_id = any(${userIds}::bigint[]) and p.last_active > ${activeSince}
      and exists (select from event_queue where user_id = p.user_id and ${receivesMessages} and not ${isIdle})`.execute(
    db,
  )
  return new Set(rows.map((row) => row.id))
}

export async function hasQueue(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from event_queue where user_id = ${userId} and ${receivesMessages} and not ${isIdle} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export interface MissedMessage {
  userId: number
  messageId: number
  trigger: Trigger
  /** When to send the email if none is pending; otherwise the message joins the pending one. */
  dueAt: Date
}

/** Enqueues missed messages for email. Existing entries stay unchanged, unless `again` is set. */
export async function addMissed(tx: Tx, missed: readonly MissedMessage[], again: boolean): Promise<void> {
  if (missed.length === 0) return
  await sql`
    insert into missed_message as known (user_id, message_id, realm_id, trigger, due_at)
    select n.user_id, n.message_id, ${tx.realmId}, n.trigger, coalesce(waiting.due_at, n.due_at)
    from unnest(${missed.map((one) => one.userId)}::bigint[], ${missed.map((one) => one.messageId)}::bigint[],
      ${missed.map((one) => one.trigger)}::text[], ${missed.map((one) => one.dueAt)}::timestamptz[])
      as n (user_id, message_id, trigger, due_at)
    left join lateral (
      select min(due_at) as due_at from missed_message where user_id = n.user_id and mailed_at is null
    ) as waiting on true
    on conflict (user_id, message_id) do update
      set trigger = excluded.trigger, due_at = excluded.due_at, mailed_at = null where ${again}`.execute(
    tx.db,
  )
}

/** Users with due emails, longest waiting first. */
export async function usersWithDueEmails(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ userId: number; realmId: number }[]> {
  const { rows } = await sql<{ userId: number; realmId: number }>`
    select user_id as "userId", realm_id as "realmId" from missed_message
    where mailed_at is null and due_at <= ${now}
    group by 1, 2 order by min(due_at) limit ${limit}`.execute(db)
  return rows
}

/** Takes all pending messages of a user, exclusively for this transaction. */
export async function takeMissed(
  tx: Tx,
  userId: number,
  now: Date,
): Promise<{ messageId: number; trigger: Trigger }[]> {
  const { rows } = await sql<{ messageId: number; trigger: Trigger }>`
    update missed_message set mailed_at = ${now}
    where user_id = ${userId} and mailed_at is null
    returning message_id as "messageId", trigger`.execute(tx.db)
  return rows.sort((a, b) => a.messageId - b.messageId)
}

/** Moves pending emails earlier or later. */
export async function shiftMissed(tx: Tx, userId: number, seconds: number): Promise<void> {
  await sql`
    update missed_message set due_at = due_at + make_interval(secs => ${seconds})
    where user_id = ${userId} and mailed_at is null`.execute(tx.db)
}

/** Deletes records of emails sent before a time. */
export async function deleteEmailedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('missed_message').where('mailed_at', '<', before).execute()
}

export async function expiredQueues(db: Db): Promise<{ userId: number; realmId: number }[]> {
  const { rows } = await sql<{ userId: number; realmId: number }>`
    select user_id as "userId", realm_id as "realmId" from departure limit 1000`.execute(db)
  return rows
}

/** When the user last read their queue; undefined if another process handles it. */
export async function takeExpiredQueue(tx: Tx, userId: number): Promise<Date | undefined> {
  const row = await tx.db
    .deleteFrom('departure')
    .where('user_id', '=', userId)
    .returning('since')
    .executeTakeFirst()
  return row?.since
}
