import { compose, openCompose, setText, startAnother } from '../compose/compose.ts'
import { pickFiles } from '../compose/compose-files.ts'
import { nobody } from '../compose/recipient.ts'
import { decodeComponent } from '../lib/parse.ts'
import { navigate } from '../navigation/router.ts'

const place = 'loquat-shared-1'

/** Opens the box with what another app handed over, or else with these words, for whoever the reader chooses. */
export async function writeShared(otherwise: string): Promise<void> {
  const { text, files } = await taken()
  navigate({ kind: 'home' }, { replace: true })
  openCompose({ to: nobody, focus: 'recipient' })
  // What was written before stays a draft of its own.
  if (compose().text.trim() !== '') startAnother()
  const words = text || otherwise
  if (words !== '') setText(words)
  if (files.length > 0) pickFiles(files)
  openCompose({ focus: 'recipient' })
}

/** What the worker has put aside, once. */
async function taken(): Promise<{ text: string; files: File[] }> {
  if (!('caches' in globalThis) || !(await caches.has(place))) return { text: '', files: [] }
  const cache = await caches.open(place)
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
  await caches.delete(place)
  return { text, files }
}
