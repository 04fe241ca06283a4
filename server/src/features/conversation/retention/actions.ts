import type { App } from '../../../app.ts'
import type { Channel, Directory } from '../../../directory/directory.ts'
import { caseless } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteWithin } from '../message-changes/delete.ts'
import { oldConversations, outlived } from './store.ts'

const perBatch = 100
const day = 86_400_000

/** Deletes what is older than organizations and channels want to keep. */
export async function deleteOutlived(app: App, realm: Realm): Promise<void> {
  const { directory } = realm
  for (const channel of directory.channels.values()) {
    const before = cutOff(app, daysToKeep(directory, channel))
    if (before !== undefined) {
      await empty(app, realm, channel.recipientId, { channelId: channel.id, userIds: null }, before)
    }
  }
  const before = cutOff(app, directory.setting('message_retention_days'))
  if (before === undefined) return
  for (const { recipientId, userIds } of await oldConversations(
    app.database.backgroundDb,
    realm.id,
    before,
  )) {
    await empty(app, realm, recipientId, { channelId: null, userIds }, before)
  }
}

/** What a channel says, otherwise what the organization says. Not positive: forever. */
const daysToKeep = (directory: Directory, { messageRetentionDays }: Channel) =>
  messageRetentionDays ?? directory.setting('message_retention_days')

const cutOff = (app: App, days: number) => (days > 0 ? new Date(app.clock.now() - days * day) : undefined)

/** In small transactions, so that nobody waits long for the log. */
async function empty(
  app: App,
  realm: Realm,
  recipientId: number,
  place: { channelId: number | null; userIds: number[] | null },
  before: Date,
): Promise<void> {
  for (;;) {
    const old = await outlived(app.database.backgroundDb, recipientId, before, perBatch)
    if (old.length === 0) return
    // An event names one topic.
    for (const messages of Map.groupBy(old, (message) => caseless(message.topic)).values()) {
      const { topic } = messages[0]!
      const ids = messages.map((message) => message.id)
      await realm.transactExclusively((tx) => deleteWithin(tx, realm.directory, { ...place, topic }, ids))
    }
    if (old.length < perBatch) return
  }
}
