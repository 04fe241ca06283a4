import type { App } from '../../../app.ts'
import type { MessageEdit, Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { replaceHtml } from '../../conversation/message-changes/rerender.ts'
import { lockMessage } from '../../conversation/message-changes/store.ts'
import { renderContent } from '../../conversation/messages/render-content.ts'
import { withFinalAttachments } from '../../conversation/uploads/claims.ts'
import { renderWithFiles } from '../../conversation/uploads/render.ts'
import { cacheMs, cardsOf } from './cards.ts'
import { deletePreviews, findText } from './store.ts'

interface PreviewPayload {
  realmId: number
  messageId: number
}

/** Concurrent jobs per process. Slow sites must not block other jobs. */
const maxConcurrent = 2
const retryDelayMs = 3_000
/** The number of running jobs. */
const runningSlot = new Slot<App, number>()

/** Adds website cards to a message. Does nothing if it was deleted or edited in the meantime. */
export const previewLinks = job<PreviewPayload>({
  name: 'preview-links',
  run: async (app, payload, stopping) => {
    const busy = app.slots.get(runningSlot) ?? 0
    if (busy >= maxConcurrent) return await enqueueAgain(app, payload)
    app.slots.set(runningSlot, busy + 1)
    try {
      await showPreviews(app, await app.realms.byId(payload.realmId), payload.messageId, stopping)
    } finally {
      app.slots.set(runningSlot, (app.slots.get(runningSlot) ?? 1) - 1)
    }
  },
})

/** Older entries are re-fetched, so they are not needed. */
export const deleteOldPreviews = job<object>({
  name: 'forget-link-previews',
  every: '40 4 * * *',
  run: async (app) => {
    await deletePreviews(app.database.backgroundDb, new Date(app.clock.now() - cacheMs.found))
  },
})

/** Enqueues the previews of a message that is being edited. */
export async function enqueuePreviews(
  tx: Tx,
  { messageId, previewLinks: links }: MessageEdit,
): Promise<void> {
  if (links.length === 0) return
  await enqueue(tx.db, previewLinks, { realmId: tx.realmId, messageId }, { key: jobKey(messageId) })
}

const jobKey = (messageId: number) => `preview-links:${messageId}`

async function enqueueAgain(app: App, payload: PreviewPayload): Promise<void> {
  const at = new Date(app.clock.now() + retryDelayMs)
  await enqueue(app.database.db, previewLinks, payload, { at, key: jobKey(payload.messageId) })
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
  // Check again: previews may have been disabled since.
  const links = app.config.linkPreviews ? renderContent(realm.directory, sender, content).previewLinks : []
  const cards = await cardsOf(app, links, stopping)
  if (cards.size === 0) return
  const first = await renderWithFiles(app, realm, sender, content, {
    found: { websiteCard: (url) => cards.get(url) },
  })
  await realm.transactExclusively(async (tx) => {
    const rendered = await withFinalAttachments(tx, first)
    const current = await lockMessage(tx, messageId)
    if (current === undefined || current.content !== content || current.renderedContent === rendered.html)
      return
    await replaceHtml(app, tx, realm.directory, current, rendered.html)
  })
}
