import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Channel } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { inTopic } from '../../places/channels/topic-messages-store.ts'
import type { StoredMessage } from '../message-changes/store.ts'

export type PinRow = Selectable<Tables['pinned_message']>

/** Maximum number of pins in a reply. Merged topics can have more than can be pinned to one. */
const maxListed = 200

/** Pins of a channel or direct conversation, newest first; with a topic, those of the topic and of the channel. */
export async function pinsOf(
  db: Db,
  place: { recipientId: number } | { channel: Channel; topic: string },
): Promise<PinRow[]> {
  const recipientId = 'channel' in place ? place.channel.recipientId : place.recipientId
  const isHere =
    'channel' in place ? sql<boolean>`(p.in_channel or ${inTopic(place.channel, place.topic)})` : sql`true`
  const { rows } = await sql<PinRow>`
    select p.* from pinned_message p join message m on m.id = p.message_id
    where p.recipient_id = ${recipientId} and ${isHere}
    order by p.pinned_at desc, p.message_id desc limit ${maxListed}`.execute(db)
  return rows
}

export async function findPin(tx: Tx, messageId: number): Promise<PinRow | undefined> {
  return await tx.db
    .selectFrom('pinned_message')
    .selectAll()
    .where('message_id', '=', messageId)
    .executeTakeFirst()
}

/** The number of messages pinned to the same channel, or to the same topic or direct conversation. */
export async function countPins(
  tx: Tx,
  { recipientId, channelId, topic }: StoredMessage,
  inChannel: boolean,
): Promise<number> {
  const isHere =
    channelId === null || inChannel ? sql<boolean>`true` : sql<boolean>`lower(m.topic) = lower(${topic})`
  const { rows } = await sql<{ count: number }>`
    select count(*) from pinned_message p join message m on m.id = p.message_id
    where p.recipient_id = ${recipientId} and p.in_channel = ${inChannel} and ${isHere}`.execute(tx.db)
  return rows[0]?.count ?? 0
}

export async function savePin(tx: Tx, pin: PinRow): Promise<void> {
  const { message_id: _, ...changed } = pin
  await tx.db
    .insertInto('pinned_message')
    .values(pin)
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet(changed))
    .execute()
}

export async function deletePin(tx: Tx, messageId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from pinned_message where message_id = ${messageId} returning message_id`.execute(tx.db)
  return rows.length > 0
}
