import type { App } from '../../../app.ts'
import type { PreviewCard } from '../../../db/tables/link-previews.ts'
import { fetchCard } from './fetch.ts'
import { findPreviews, type StoredPreview, savePreview } from './store.ts'

const minuteMs = 60_000
/** Cache lifetimes: failed lookups are retried sooner. */
export const cacheMs = { found: 24 * 60 * minuteMs, nothing: 10 * minuteMs }
/** Longer URLs do not fit into the index. */
const maxUrlBytes = 2_000

/** Website cards by URL. Fetches missing and stale ones concurrently. */
export async function cardsOf(
  app: App,
  links: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, PreviewCard>> {
  const { db } = app.database
  const now = app.clock.now()
  const urls = links.filter((url) => Buffer.byteLength(url) <= maxUrlBytes && url.isWellFormed())
  const cached = urls.length === 0 ? [] : await findPreviews(db, urls)
  const fresh = cached.filter(
    (one) => now - one.fetchedAt.getTime() < cacheMs[one.card ? 'found' : 'nothing'],
  )
  const isCached = new Set(fresh.map(({ url }) => url))
  const fetched = await Promise.all(
    urls
      .filter((url) => !isCached.has(url))
      .map(async (url): Promise<StoredPreview> => {
        const card = await fetchCard(url, { allowPrivate: app.config.allowPrivateCallbacks, signal })
        const preview = { url, card, fetchedAt: new Date(now) }
        await savePreview(db, preview)
        return preview
      }),
  )
  return new Map([...fresh, ...fetched].flatMap(({ url, card }) => (card === null ? [] : [[url, card]])))
}
