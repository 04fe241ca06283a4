import type { App } from '../../../app.ts'
import type { Channel, Directory } from '../../../directory/directory.ts'
import { caseless } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteWithin } from '../message-changes/delete.ts'
import { expiredMessages, oldConversations } from './store.ts'

const batchSize = 100
const dayMs = 86_400_000

/** Deletes messages older than the retention of their channel or organization. */
export async function deleteExpiredMessages(app: App, realm: Realm): Promise<void> {
  const { directory } = realm
  for (const channel of directory.channels.values()) {
    const before = expiryCutoff(app, daysToKeep(directory, channel))
    if (before !== undefined) {
      await deleteInBatches(app, realm, channel.recipientId, { channelId: channel.id, userIds: null }, before)
    }
  }
  const before = expiryCutoff(app, directory.setting('message_retention_days'))
  if (before === undefined) return
  for (const { recipientId, userIds } of await oldConversations(
    app.database.backgroundDb,
    realm.id,
    before,
  )) {
    await deleteInBatches(app, realm, recipientId, { channelId: null, userIds }, before)
  }
}

/** Retention of the channel, or else of the organization. Zero and negative values mean forever. */
const daysToKeep = (directory: Directory, { messageRetentionDays }: Channel) =>
  messageRetentionDays ?? directory.setting('message_retention_days')

const expiryCutoff = (app: App, days: number) =>
  days > 0 ? new Date(app.clock.now() - days * dayMs) : undefined

/** Uses small transactions, to hold the log lock only briefly. */
async function deleteInBatches(
  app: App,
  realm: Realm,
  recipientId: number,
  place: { channelId: number | null; userIds: number[] | null },
  before: Date,
): Promise<void> {
  for (;;) {
    const old = await expiredMessages(app.database.backgroundDb, recipientId, before, batchSize)
    if (old.length === 0) return
    // An event names one topic.
    for (const messages of Map.groupBy(old, (message) => caseless(message.topic)).values()) {
      const { topic } = messages[0]!
      const ids = messages.map((message) => message.id)
      await realm.transactExclusively((tx) => deleteWithin(tx, realm.directory, { ...place, topic }, ids))
    }
    if (old.length < batchSize) return
  }
}
