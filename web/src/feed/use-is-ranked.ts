import { useMemo } from 'react'
import { lookup } from '../lib/derived.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { hasWords, useSearchOrder } from '../search/search-order.ts'
import { parseSearch } from '../search/search-text.ts'

/** Whether a view shows results by relevance. A link to a message among the results shows them by time. */
export function useIsRanked(view: FeedView): boolean {
  const isByRelevance = useSearchOrder(({ order }) => order === 'relevance')
  const q = view.kind === 'search' && view.at === undefined ? view.q : ''
  return useMemo(() => isByRelevance && hasWords(parseSearch(q, lookup()).terms), [isByRelevance, q])
}
