import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { compose } from '../../conversation/messages/compose.ts'
import {
  isFirstGuestDirectMessage,
  storeFirstGuestDirectMessage,
} from '../../conversation/messages/first-direct.ts'
import { storeWithin } from '../../conversation/messages/outbox.ts'
import { type MessageInput, resolveDestination } from '../../conversation/messages/resolve-destination.ts'
import { withTopicEffects } from '../../conversation/messages/send.ts'
import { insertReceived } from './store.ts'

const clientName = 'Email'

export interface EmailPost {
  sender: User
  input: MessageInput
  /** Identifies the delivery: a repeated one is not posted again. */
  key: string
  readBySender: boolean
  /** Runs in the transaction of the message. */
  within?(tx: Tx): Promise<void>
}

/**
 * Posts an email, and records the delivery in the same transaction, so that it is posted exactly once however often
 * the mail server repeats it. False if it was posted before.
 */
export async function postEmail(app: App, realm: Realm, post: EmailPost): Promise<boolean> {
  const { sender, key, readBySender } = post
  const { destination, content } = await resolveDestination(app, realm, sender, post.input)
  const composed = await compose(app, realm, sender, destination, { content, clientName, readBySender })
  const draft = withTopicEffects(realm, sender, destination, composed)
  const isPosted = await realm.transact(async (tx) => {
    const end = await lockLog(tx.db, realm.id)
    if (!(await insertReceived(tx, key, new Date(app.clock.now())))) return false
    await post.within?.(tx)
    if (isFirstGuestDirectMessage(realm.directory, draft)) {
      await realm.follower.advanceWithin(tx.db, end)
      await storeFirstGuestDirectMessage(tx, realm, draft)
    } else {
      await storeWithin(tx, [draft])
    }
    return true
  })
  if (isPosted) app.metrics.messagesSent(1)
  return isPosted
}
