import { compose, openCompose, setText, startNewDraft } from '../compose/compose.ts'
import { pickFiles } from '../compose/compose-files.ts'
import { noRecipient } from '../compose/recipient.ts'
import { decodeComponent } from '../lib/parse.ts'
import { navigate } from '../navigation/router.ts'

const cacheName = 'loquat-shared-1'

/** Opens the compose box with content shared by another app, or with a default text. */
export async function composeSharedContent(otherwise: string): Promise<void> {
  const { text, files } = await takeSharedContent()
  navigate({ kind: 'home' }, { replace: true })
  openCompose({ to: noRecipient, focus: 'recipient' })
  // Keep the previous text as its own draft.
  if (compose().text.trim() !== '') startNewDraft()
  const words = text || otherwise
  if (words !== '') setText(words)
  if (files.length > 0) pickFiles(files)
  openCompose({ focus: 'recipient' })
}

/** Reads and deletes the content that the service worker has stored. */
async function takeSharedContent(): Promise<{ text: string; files: File[] }> {
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return { text: '', files: [] }
  const cache = await caches.open(cacheName)
  const files: File[] = []
  let text = ''
  for (const request of await cache.keys()) {
    const answer = await cache.match(request)
    if (answer === undefined) continue
    const name = answer.headers.get('x-name')
    if (name === null) text = await answer.text()
    else {
      const type = answer.headers.get('content-type') ?? ''
      files.push(new File([await answer.blob()], decodeComponent(name), { type }))
    }
  }
  await caches.delete(cacheName)
  return { text, files }
}
