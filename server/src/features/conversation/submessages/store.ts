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
