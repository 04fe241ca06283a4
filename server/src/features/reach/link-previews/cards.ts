import type { App } from '../../../app.ts'
import type { PreviewCard } from '../../../db/tables/link-previews.ts'
import { fetchCard } from './fetch.ts'
import { findPreviews, type KnownPreview, savePreview } from './store.ts'

const minute = 60_000
/** So long what was found is not asked for again; what was not found may be there soon. */
export const freshFor = { found: 24 * 60 * minute, nothing: 10 * minute }
/** A longer address does not fit into an index, and no page that people link to has one. */
const longestAddress = 2_000

/** What is known of these pages, by address. Those that nobody asked for lately are asked, all at once. */
export async function cardsOf(
  app: App,
  links: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, PreviewCard>> {
  const { db } = app.database
  const now = app.clock.now()
  const wanted = links.filter((url) => Buffer.byteLength(url) <= longestAddress && url.isWellFormed())
  const known = wanted.length === 0 ? [] : await findPreviews(db, wanted)
  const fresh = known.filter(
    (one) => now - one.fetchedAt.getTime() < freshFor[one.card ? 'found' : 'nothing'],
  )
  const isKnown = new Set(fresh.map(({ url }) => url))
  const fetched = await Promise.all(
    wanted
      .filter((url) => !isKnown.has(url))
      .map(async (url): Promise<KnownPreview> => {
        const card = await fetchCard(url, { allowPrivate: app.config.allowPrivateCallbacks, signal })
        const preview = { url, card, fetchedAt: new Date(now) }
        await savePreview(db, preview)
        return preview
      }),
  )
  return new Map([...fresh, ...fetched].flatMap(({ url, card }) => (card === null ? [] : [[url, card]])))
}
