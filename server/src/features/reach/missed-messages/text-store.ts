import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel, User } from '../../../directory/directory.ts'
import { visibleTo } from '../../places/channels/topic-messages-store.ts'

export interface MessageText {
  id: number
  senderId: number
  html: string
}

const columns = sql`m.id, m.sender_id as "senderId", m.rendered_content as html`

export async function textsOf(db: Db, ids: readonly number[]): Promise<MessageText[]> {
  const { rows } = await sql<MessageText>`
    select ${columns} from message m where m.id = any(${ids}::bigint[]) order by m.id`.execute(db)
  return rows
}

/** Messages of the topic in the 15 minutes before a message that the user can see. */
export async function messagesBefore(
  db: Db,
  channel: Channel,
  user: User,
  id: number,
): Promise<MessageText[]> {
  const { rows } = await sql<MessageText>`
    select ${columns} from message m join message last on last.id = ${id}
    where m.recipient_id = ${channel.recipientId} and m.is_channel and lower(m.topic) = lower(last.topic)
      and m.id < last.id and m.sent_at >= last.sent_at - interval '15 minutes' and ${visibleTo(channel, user.id)}
    order by m.id desc limit 10`.execute(db)
  return rows.reverse()
}
