import { callType, componentsType, type EditHistoryEntry } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Tx } from '../../../events/transaction.ts'
import { isHidden } from './hidden-sql.ts'

/** A message to change, independent of a reader. */
export interface StoredMessage {
  id: number
  recipientId: number
  channelId: number | null
  userIds: number[] | null
  senderId: number
  topic: string
  content: string
  renderedContent: string
  sentAt: Date
  history: EditHistoryEntry[]
  /** A poll, to-do list or form. Components and calls do not count: their message can be edited. */
  hasWidget: boolean
  /** A moderator has hidden it: the content is a placeholder. */
  isHidden: boolean
}

/** Locks the message until the transaction ends. */
export async function lockMessage(tx: Tx, id: number): Promise<StoredMessage | undefined> {
  const { rows } = await sql<StoredMessage>`
    select m.id, m.recipient_id as "recipientId", r.channel_id as "channelId", r.user_ids as "userIds",
      m.sender_id as "senderId", m.topic, m.content, m.rendered_content as "renderedContent", m.sent_at as "sentAt",
      coalesce(m.edit_history, '[]') as history,
      exists (select from submessage s where s.message_id = m.id and s.msg_type not in (${componentsType}, ${callType})) as "hasWidget",
      ${isHidden(sql`m.id`)} as "isHidden"
    from message m join recipient r on r.id = m.recipient_id
    where m.id = ${id} and m.realm_id = ${tx.realmId}
    for update of m`.execute(tx.db)
  return rows[0]
}

/** A user with an individual flag row for a message: starred, or delivered to a bot by a mention. */
export interface RowHolder {
  userId: number
}

export async function holdersOf(db: Db, ids: readonly number[]): Promise<RowHolder[]> {
  const { rows } = await sql<RowHolder>`
    select distinct user_id as "userId" from message_flag
    where message_id = any(${ids}::bigint[])
      and flags & ${flagBits.historical | flagBits.delivered}::integer <> 0`.execute(db)
  return rows
}

/** Deletes messages with all dependent rows. Returns the IDs that existed. */
export async function removeMessages(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from message where id = any(${ids}::bigint[]) returning id`.execute(tx.db)
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

/** Adds no history entry, because the text is unchanged. */
export async function updateHtml(tx: Tx, id: number, html: string, hasImage: boolean): Promise<void> {
  await tx.db
    .updateTable('message')
    .set({ rendered_content: html, has_image: hasImage })
    .where('id', '=', id)
    .execute()
}

/** Updates the channel's oldest message and returns its ID. */
export async function updateFirstMessage(tx: Tx, channel: Channel): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`
    update channel set first_message_id = (select min(id) from message where recipient_id = ${channel.recipientId})
    where id = ${channel.id} returning first_message_id as first`.execute(tx.db)
  return rows[0]?.first ?? null
}

/** The ID of a message by its ID on the server that the organization was imported from. */
export async function importedMessageId(db: Db, realmId: number, oldId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('imported_id')
    .select('new_id')
    .where('realm_id', '=', realmId)
    .where('kind', '=', 'message')
    .where('source_id', '=', String(oldId))
    .executeTakeFirst()
  return row?.new_id
}
