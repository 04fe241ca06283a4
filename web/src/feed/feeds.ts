import { useMemo, useSyncExternalStore } from 'react'
import { lookup, matchContext } from '../lib/derived.ts'
import { type FeedView, feedKey, isFeed, toNarrow } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { parseSearch } from '../search/search-text.ts'
import { messages, myId, onEvents, onFreshState } from '../session/session.ts'
import { type Anchor, FeedModel, type FeedOptions, type FeedSnapshot } from './feed-model.ts'
import { matchesView } from './match-narrow.ts'

/** Recently opened feeds, newest last. Going back to one needs no request. */
const cachedFeeds = new Map<string, FeedModel>()
const maxCachedFeeds = 12
/** Messages kept in memory. Those of cached feeds are never evicted. */
const maxCachedMessages = 20_000

/** The feed of a view. It stays current for a while after the view is left. */
export function feedFor(view: FeedView): FeedModel {
  const key = feedKey(view)
  const known = cachedFeeds.get(key)
  if (known !== undefined) {
    cachedFeeds.delete(key)
    cachedFeeds.set(key, known)
    return known
  }
  const feed = new FeedModel(optionsFor(view))
  cachedFeeds.set(key, feed)
  for (const [oldest, model] of cachedFeeds) {
    if (cachedFeeds.size <= maxCachedFeeds) break
    if (!model.isWatched) cachedFeeds.delete(oldest)
  }
  const inUse = new Set([...cachedFeeds.values()].flatMap((one) => one.snapshot().ids))
  messages.trim(maxCachedMessages, (id) => inUse.has(id))
  void feed.open(rememberedAnchor(key) ?? anchorOf(view))
  return feed
}

function optionsFor(view: FeedView): FeedOptions {
  const narrow = toNarrow(view, { me: myId(), searchTerms: (q) => parseSearch(q, lookup()).terms })
  return { view, narrow, matches: (message) => matchesView(view, message, matchContext(), narrow) }
}

/** The anchor of a view: its message, the first unread, or the end. */
export const anchorOf = (view: FeedView): Anchor =>
  view.at ?? (['mentions', 'starred', 'search'].includes(view.kind) ? 'newest' : 'first_unread')

/** The anchor saved in the history entry, for reloads. */
function rememberedAnchor(key: string): Anchor | undefined {
  const { view, state } = useRouter.getState()
  if (!isFeed(view) || feedKey(view) !== key) return undefined
  if (state.atEnd) return 'newest'
  const id = Number(state.anchorKey?.match(/^(?:bar:)?m(\d+)$/)?.[1])
  return id > 0 ? id : undefined
}

/** Gives a feed another view, keeping its messages. */
export function renameFeed(feed: FeedModel, view: FeedView): void {
  cachedFeeds.delete(feedKey(feed.view))
  cachedFeeds.set(feedKey(view), feed)
  void feed.rebind(optionsFor(view))
}

export const openFeeds = (): Iterable<FeedModel> => cachedFeeds.values()
export const knownFeed = (key: string): FeedModel | undefined => cachedFeeds.get(key)

export function useFeed(view: FeedView): { feed: FeedModel; snapshot: FeedSnapshot } {
  const key = feedKey(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the view
  const feed = useMemo(() => feedFor(view), [key])
  const snapshot = useSyncExternalStore(feed.subscribe, feed.snapshot)
  return { feed, snapshot }
}

/** Applies events to every cached feed. */
export function startFeedSync(): void {
  onEvents((events) => {
    for (const feed of cachedFeeds.values()) feed.apply(events)
  })
  onFreshState(() => {
    for (const feed of cachedFeeds.values()) feed.catchUp()
  })
}
