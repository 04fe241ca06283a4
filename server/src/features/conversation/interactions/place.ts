import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { loadMessages } from '../message-queries/fetch-store.ts'
import type { InteractionPlace } from './create.ts'
import { type InteractionRow, participantIds } from './store.ts'

/** The current place of an interaction: messages may have moved. Undefined if the message was deleted. */
export async function placeOf(
  { database: { db } }: App,
  realm: Realm,
  row: InteractionRow,
): Promise<InteractionPlace | undefined> {
  let { recipient_id: recipientId, topic } = row
  if (row.message_id !== null) {
    const [message] = await loadMessages(db, row.bot_id, [row.message_id])
    if (message === undefined) return undefined
    recipientId = message.recipient_id
    topic = message.topic
  }
  const channel = realm.directory.channelByRecipient(recipientId)
  const userIds = channel === undefined ? await participantIds(db, recipientId) : []
  return userIds === undefined ? undefined : { recipientId, channel, topic, userIds }
}
