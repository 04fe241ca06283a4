import type { App } from '../../../app.ts'
import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { replaceHtml } from '../message-changes/rerender.ts'
import { lockMessage } from '../message-changes/store.ts'
import { messagesClaiming } from './claim-store.ts'
import { withCurrentImages } from './images.ts'
import { type Attachment, lockAttachments } from './store.ts'

/** Each message needs several statements while the log is locked. */
const messagesPerTransaction = 20

/**
 * Shows an image in messages that have a placeholder for it, or removes the placeholder if the file is not an
 * image. Requires an exclusive transaction: messages are stored and edited under the same lock, so none is
 * missed. Updates the newest messages below an ID and leaves the rest to a job.
 */
export async function showInMessages(
  app: App,
  tx: Tx,
  realm: Realm,
  attachment: Attachment,
  before?: number,
): Promise<void> {
  const limit = messagesPerTransaction
  const ids = await messagesClaiming(tx.db, attachment.id, { before, limit })
  const last = ids.at(-1)
  if (ids.length === limit && last !== undefined) {
    const payload = { realmId: realm.id, attachmentId: attachment.id, before: last }
    await enqueue(tx.db, showInOlderMessages, payload)
  }
  for (const id of ids) {
    const message = await lockMessage(tx, id)
    if (message === undefined) continue
    const html = withCurrentImages(message.renderedContent, [attachment])
    if (html !== message.renderedContent) await replaceHtml(app, tx, realm.directory, message, html)
  }
}

/** Continues with older messages that link to the image. */
export const showInOlderMessages = job<{ realmId: number; attachmentId: number; before: number }>({
  name: 'show-image-in-older-messages',
  run: async (app, { realmId, attachmentId, before }) => {
    const realm = await app.realms.byId(realmId)
    await realm.transactExclusively(async (tx) => {
      const [attachment] = await lockAttachments(tx, [attachmentId])
      if (attachment !== undefined) await showInMessages(app, tx, realm, attachment, before)
    })
  },
})
