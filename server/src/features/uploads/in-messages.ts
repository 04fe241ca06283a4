import type { App } from '../../app.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Realm } from '../../realms/realm.ts'
import { replaceHtml } from '../message-changes/rerender.ts'
import { takeMessage } from '../message-changes/store.ts'
import { messagesClaiming } from './claim-store.ts'
import { withCurrentImages } from './images.ts'
import type { Attachment } from './store.ts'

/**
 * Shows an image in the messages that wait for it, or takes its place away if it turned out to be none. In an exclusive
 * transaction: messages are stored and edited under the same lock, so none is missed.
 */
export async function showInMessages(app: App, tx: Tx, realm: Realm, attachment: Attachment): Promise<void> {
  for (const id of await messagesClaiming(tx.db, attachment.id)) {
    const message = await takeMessage(tx, id)
    if (message === undefined) continue
    const html = withCurrentImages(message.renderedContent, [attachment])
    if (html !== message.renderedContent) await replaceHtml(app, tx, realm.directory, message, html)
  }
}
