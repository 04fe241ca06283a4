import type { CallChange, Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { messagesById } from '../missed-messages/candidate-store.ts'
import { enqueueDelivery, enqueuePushes } from './enqueue.ts'
import { conversationsAbout } from './notice-store.ts'

/**
 * Pushes a call in a direct conversation at once, also to people who are online elsewhere, because it rings for only half a minute.
 * When it is over, notifications of it no longer say that it rings.
 */
export const notifyOfCall = job<CallChange & { realmId: number }>({
  name: 'notify-of-call',
  run: async (app, { realmId, messageId, isOver }) => {
    const realm = await app.realms.byId(realmId)
    await realm.follower.advance()
    await realm.transact(async (tx) => {
      const messages = await messagesById(tx.db, realmId, [messageId])
      if (!isOver) return await enqueuePushes(app, tx, realm.directory, messages, { evenIfOnline: true })
      const users = messages.flatMap(({ userIds }) => userIds ?? [])
      await enqueueDelivery(tx, await conversationsAbout(tx.db, messageId, users), 'news')
    })
  },
})

/** Extension: a call in a direct conversation started or ended. */
export async function enqueueCallPush(tx: Tx, change: CallChange): Promise<void> {
  await enqueue(tx.db, notifyOfCall, { realmId: tx.realmId, ...change })
}
