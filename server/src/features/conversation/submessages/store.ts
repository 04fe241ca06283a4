import { componentsType } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface NewSubmessage {
  messageId: number
  senderId: number
  type: string
  content: string
}

export async function insertSubmessage(tx: Tx, submessage: NewSubmessage): Promise<number> {
  const { id } = await tx.db
    .insertInto('submessage')
    .values({
      message_id: submessage.messageId,
      sender_id: submessage.senderId,
      msg_type: submessage.type,
      content: submessage.content,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The message's widget: its first submessage of that type. */
export async function widgetContent(db: Db, messageId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('submessage')
    .select('content')
    .where('message_id', '=', messageId)
    .where('msg_type', '=', 'widget')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.content
}

/** Replaces the submessage of a type, under a new ID, so that clients recognize the newest. */
export async function replaceSubmessage(
  tx: Tx,
  { id, messageId, senderId, type, content }: NewSubmessage & { id: number },
): Promise<void> {
  await tx.db
    .deleteFrom('submessage')
    .where('message_id', '=', messageId)
    .where('msg_type', '=', type)
    .execute()
  await sql`
    insert into submessage (id, message_id, sender_id, msg_type, content)
    values (${id}, ${messageId}, ${senderId}, ${type}, ${content})`.execute(tx.db)
}

/** The stored components of a message, if its sender gave it any. */
export async function componentsOf(db: Db, messageId: number, senderId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('submessage')
    .select('content')
    .where('message_id', '=', messageId)
    .where('sender_id', '=', senderId)
    .where('msg_type', '=', componentsType)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.content
}
