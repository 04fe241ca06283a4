import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { lookup, matchContext } from './derived.ts'
import { FeedModel, type FeedSnapshot } from './feed-model.ts'
import { matchesView } from './match-narrow.ts'
import { type FeedView, feedKey, toNarrow } from './narrow.ts'
import { parseSearch } from './search-text.ts'
import { myId, onEvents, onFreshState } from './session.ts'

/** Views that were opened lately, newest last. Going back to one needs no request. */
const warm = new Map<string, FeedModel>()
const mostWarm = 12

/** The list of messages of a view, which goes on being kept current for a while after it was left. */
export function feedFor(view: FeedView): FeedModel {
  const key = feedKey(view)
  const known = warm.get(key)
  if (known !== undefined) {
    warm.delete(key)
    warm.set(key, known)
    return known
  }
  const narrow = toNarrow(view, { me: myId(), searchTerms: (q) => parseSearch(q, lookup()).terms })
  const feed = new FeedModel({
    view,
    narrow,
    matches: (message) => matchesView(view, message, matchContext(), narrow),
  })
  warm.set(key, feed)
  for (const [oldest, model] of warm) {
    if (warm.size <= mostWarm) break
    if (!model.isWatched) warm.delete(oldest)
  }
  void feed.open(view.at ?? (opensAtUnread(view) ? 'first_unread' : 'newest'))
  return feed
}

const opensAtUnread = ({ kind }: FeedView) => kind !== 'mentions' && kind !== 'starred' && kind !== 'search'

export const openFeeds = (): Iterable<FeedModel> => warm.values()

export function useFeed(view: FeedView): { feed: FeedModel; snapshot: FeedSnapshot } {
  const key = feedKey(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the view
  const feed = useMemo(() => feedFor(view), [key])
  const snapshot = useSyncExternalStore(feed.subscribe, feed.snapshot)
  const { at } = view
  useEffect(() => {
    if (at !== undefined && !feed.snapshot().ids.includes(at) && feed.snapshot().status === 'ready') void feed.open(at)
  }, [feed, at])
  return { feed, snapshot }
}

/** From now on events go to every list that is kept. */
export function followFeeds(): void {
  onEvents((events) => {
    for (const feed of warm.values()) feed.apply(events)
  })
  onFreshState(() => {
    for (const feed of warm.values()) feed.catchUp()
  })
}
