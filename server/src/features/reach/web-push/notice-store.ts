import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface PushNotice {
  userId: number
  messageId: number
  tag: string
}

/** Whether the user of row `n` has read its message. */
const isRead = sql<boolean>`exists (
  select from message m join read_state rs on rs.user_id = n.user_id and rs.recipient_id = m.recipient_id
  where m.id = n.message_id and rs.read @> m.id
    and not exists (select from message_flag f where f.user_id = n.user_id and f.message_id = m.id
      and f.flags & ${flagBits.markedUnread}::integer <> 0))`

/** Stores notices, except for known or read messages. Returns the conversations with new ones. */
export async function addNotices(
  tx: Tx,
  notices: readonly PushNotice[],
  now: Date,
): Promise<UserConversation[]> {
  const { rows } = await sql<UserConversation>`
    insert into push_notice (user_id, message_id, realm_id, tag, noticed_at)
    select n.user_id, n.message_id, ${tx.realmId}, n.tag, ${now}
    from unnest(${notices.map((one) => one.userId)}::bigint[], ${notices.map((one) => one.messageId)}::bigint[],
      ${notices.map((one) => one.tag)}::text[]) as n (user_id, message_id, tag)
    where not ${isRead}
    on conflict do nothing
    returning user_id as "userId", tag`.execute(tx.db)
  return rows
}

/** A user's conversation. */
export interface UserConversation {
  userId: number
  tag: string
}

/** Deletes notices of messages read or deleted between two log positions. Returns their conversations. */
export async function dropNotices(tx: Tx, after: number, upto: number): Promise<UserConversation[]> {
  const known = await sql`select from push_notice where realm_id = ${tx.realmId} limit 1`.execute(tx.db)
  if (known.rows.length === 0) return []
  const { rows } = await sql<UserConversation>`
    with happened as materialized (
      select type, audience from event
      where realm_id = ${tx.realmId} and seq > ${after} and seq <= ${upto}
        and (type = 'delete_message' or (type = 'update_message_flags' and payload like '%"flag":"read"%'))
    ), readers as materialized (
      select distinct (jsonb_array_elements_text(coalesce(audience::jsonb -> 'users', '[]')))::bigint as id
      from happened where type = 'update_message_flags'
    )
    delete from push_notice n
    where n.realm_id = ${tx.realmId} and (
      (n.user_id in (select id from readers) and ${isRead})
      or (exists (select from happened where type = 'delete_message')
        and not exists (select from message where id = n.message_id)))
    returning n.user_id as "userId", n.tag`.execute(tx.db)
  return rows
}

/** Messages with notices in a conversation, oldest first. */
export async function noticesAbout(
  db: Db,
  { userId, tag }: UserConversation,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('push_notice')
    .select('message_id')
    .where('user_id', '=', userId)
    .where('tag', '=', tag)
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.message_id).reverse()
}

/** The conversations of these users with a notice of a message. */
export async function conversationsAbout(
  db: Db,
  messageId: number,
  userIds: readonly number[],
): Promise<UserConversation[]> {
  return await db
    .selectFrom('push_notice')
    .select(['user_id as userId', 'tag'])
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where('message_id', '=', messageId)
    .execute()
}

/** Deletes unread notices older than a time. */
export async function deleteNoticesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('push_notice').where('noticed_at', '<', before).execute()
}
