import type { App } from '../../../app.ts'
import type { MessageEdit, Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { replaceHtml } from '../../conversation/message-changes/rerender.ts'
import { takeMessage } from '../../conversation/message-changes/store.ts'
import { renderContent } from '../../conversation/messages/render-content.ts'
import { withFinalAttachments } from '../../conversation/uploads/claims.ts'
import { renderWithFiles } from '../../conversation/uploads/render.ts'
import { cardsOf, freshFor } from './cards.ts'
import { deletePreviews, findText } from './store.ts'

interface Order {
  realmId: number
  messageId: number
}

/** Sites take their time, and other work shall not wait for all of them. */
const mostAtOnce = 2
const pause = 3_000
const underWay = new WeakMap<App, number>()

/** Shows what the pages are that a message links to. Nothing happens if it is gone or says something else by then. */
export const previewLinks = job<Order>({
  name: 'preview-links',
  run: async (app, order, stopping) => {
    const busy = underWay.get(app) ?? 0
    if (busy >= mostAtOnce) return await orderAgain(app, order)
    underWay.set(app, busy + 1)
    try {
      await showPreviews(app, await app.realms.byId(order.realmId), order.messageId, stopping)
    } finally {
      underWay.set(app, (underWay.get(app) ?? 1) - 1)
    }
  },
})

/** What is older is fetched anew, so nobody needs it. */
export const forgetLinkPreviews = job<object>({
  name: 'forget-link-previews',
  every: '40 4 * * *',
  run: async (app) => {
    await deletePreviews(app.database.backgroundDb, new Date(app.clock.now() - freshFor.found))
  },
})

/** Enqueues the previews of a message that is being edited. */
export async function enqueuePreviews(
  tx: Tx,
  { messageId, previewLinks: links }: MessageEdit,
): Promise<void> {
  if (links.length === 0) return
  await enqueue(tx.db, previewLinks, { realmId: tx.realmId, messageId }, { key: keyOf(messageId) })
}

const keyOf = (messageId: number) => `preview-links:${messageId}`

async function orderAgain(app: App, order: Order): Promise<void> {
  const at = new Date(app.clock.now() + pause)
  await enqueue(app.database.db, previewLinks, order, { at, key: keyOf(order.messageId) })
}

async function showPreviews(
  app: App,
  realm: Realm,
  messageId: number,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const message = await findText(app.database.db, realm.id, messageId)
  const sender = realm.directory.users.get(message?.senderId ?? 0)
  if (message === undefined || sender === undefined) return
  const { content } = message
  // Asked anew: the organization may want no previews any more.
  const links = app.config.linkPreviews ? renderContent(realm.directory, sender, content).previewLinks : []
  const cards = await cardsOf(app, links, stopping)
  if (cards.size === 0) return
  const first = await renderWithFiles(app, realm, sender, content, {
    found: { websiteCard: (url) => cards.get(url) },
  })
  await realm.transactExclusively(async (tx) => {
    const rendered = await withFinalAttachments(tx, first)
    const current = await takeMessage(tx, messageId)
    if (current === undefined || current.content !== content || current.renderedContent === rendered.html)
      return
    await replaceHtml(app, tx, realm.directory, current, rendered.html)
  })
}
