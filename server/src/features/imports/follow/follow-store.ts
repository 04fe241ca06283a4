import { type Kysely, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Sealer } from '../../../platform/sealer.ts'

export interface FollowedAccount {
  email: string
  key: string
  queueId: string | null
  lastEventId: number
  lastMessageId: number
}

const purpose = 'followed key'
const rowOf = (realmId: number, email: string) => `followed_account ${realmId} ${email}`

export async function accountsOf(db: Db, sealer: Sealer, realmId: number): Promise<FollowedAccount[]> {
  const rows = await db
    .selectFrom('followed_account')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('email')
    .execute()
  return rows.map((row) => ({
    email: row.email,
    key: String(sealer.openJson(purpose, row.key, rowOf(realmId, row.email))),
    queueId: row.queue_id,
    lastEventId: row.last_event_id,
    lastMessageId: row.last_message_id,
  }))
}

/** Adds an account, or replaces its key. It starts behind the newest message that is here. */
export async function storeAccount(
  db: Db,
  sealer: Sealer,
  realmId: number,
  { email, key }: { email: string; key: string },
): Promise<void> {
  const sealed = sealer.sealJson(purpose, JSON.stringify(key), rowOf(realmId, email))
  await sql`
    insert into followed_account (realm_id, email, key, last_message_id)
    select ${realmId}, ${email}, ${sealed}::jsonb, coalesce(max(source_id::bigint), 0)
    from imported_id where realm_id = ${realmId} and kind = 'message'
    on conflict (realm_id, email) do update set key = excluded.key`.execute(db)
}

export async function storeQueue(
  db: Db,
  realmId: number,
  { email, queueId, lastEventId }: Pick<FollowedAccount, 'email' | 'queueId' | 'lastEventId'>,
): Promise<void> {
  await db
    .updateTable('followed_account')
    .set({ queue_id: queueId, last_event_id: lastEventId })
    .where('realm_id', '=', realmId)
    .where('email', '=', email)
    .execute()
}

/** Records that everything up to a message has been fetched, for all accounts or for one. */
export async function storeLastMessage(db: Db, realmId: number, id: number, email?: string): Promise<void> {
  await db
    .updateTable('followed_account')
    .set({ last_message_id: sql<number>`greatest(last_message_id, ${id}::bigint)` })
    .where('realm_id', '=', realmId)
    .$if(email !== undefined, (query) => query.where('email', '=', email!))
    .execute()
}

export async function deleteAccounts(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('followed_account').where('realm_id', '=', tx.realmId).execute()
}

export async function setPreviewOf(tx: Tx, url: string | null): Promise<void> {
  await tx.db.updateTable('realm').set({ preview_of: url }).where('id', '=', tx.realmId).execute()
}

/** Scheduled messages that the old server has sent meanwhile. */
export async function deleteDueSchedules(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .deleteFrom('scheduled_message')
    .where('realm_id', '=', tx.realmId)
    .where('deliver_at', '<=', now)
    .execute()
}

/** Takes the lock of the follower for as long as the connection lives. False if another process holds it. */
export async function lockFollower(db: Kysely<Tables>, realmId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtext('loquat follow'), ${realmId}::integer) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** New IDs of one kind, by old ID: all, or those that are asked for. */
export async function newIds(
  db: Db,
  realmId: number,
  kind: string,
  sourceIds?: readonly string[],
): Promise<Map<string, number>> {
  if (sourceIds?.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported_id')
    .select(['source_id', 'new_id'])
    .where('realm_id', '=', realmId)
    .where('kind', '=', kind)
    .$if(sourceIds !== undefined, (query) => query.where(sql<boolean>`source_id = any(${sourceIds}::text[])`))
    .execute()
  return new Map(rows.map((row) => [row.source_id, row.new_id]))
}

export async function forgetMessages(tx: Tx, oldIds: readonly number[]): Promise<void> {
  await sql`
    delete from imported_id where realm_id = ${tx.realmId} and kind = 'message'
      and source_id = any(${oldIds.map(String)}::text[])`.execute(tx.db)
}

/** Old IDs of the newest messages since a time, ascending. */
export async function messagesSince(db: Db, realmId: number, since: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ old_id: number }>`
    select i.source_id::bigint as old_id
    from message m join imported_id i on i.realm_id = ${realmId} and i.kind = 'message' and i.new_id = m.id
    where m.realm_id = ${realmId} and m.sent_at >= ${since}
    order by m.id desc limit ${limit}`.execute(db)
  return rows.map((row) => row.old_id).reverse()
}

/** A message here, as far as it is compared with the old server. */
export interface FollowedMessage {
  id: number
  channelId: number | null
  userIds: number[] | null
  topic: string
  content: string
  editedAt: Date | null
  reactions: { userId: number; code: string; type: string; name: string }[]
}

export async function followedMessages(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, FollowedMessage>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FollowedMessage>`
    select m.id, r.channel_id as "channelId", r.user_ids as "userIds", m.topic, m.content,
      m.last_edit_at as "editedAt",
      coalesce((select json_agg(json_build_object('userId', x.user_id, 'code', x.emoji_code,
        'type', x.reaction_type, 'name', x.emoji_name)) from reaction x where x.message_id = m.id), '[]') as reactions
    from message m join recipient r on r.id = m.recipient_id where m.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Messages that texts link to, by old ID. */
export async function linkTargets(
  db: Db,
  realmId: number,
  oldIds: readonly string[],
): Promise<{ source_id: string; id: number; channelId: number | null; userIds: number[]; topic: string }[]> {
  if (oldIds.length === 0) return []
  const { rows } = await sql<{
    source_id: string
    id: number
    channelId: number | null
    userIds: number[]
    topic: string
  }>`
    select i.source_id, m.id, r.channel_id as "channelId", coalesce(r.user_ids, '{}') as "userIds", m.topic
    from imported_id i join message m on m.id = i.new_id join recipient r on r.id = m.recipient_id
    where i.realm_id = ${realmId} and i.kind = 'message' and i.source_id = any(${oldIds}::text[])`.execute(db)
  return rows
}
