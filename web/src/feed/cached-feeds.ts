import { deviceDb } from '../device/device-db.ts'
import { isSharedComputer } from '../device/shared-computer.ts'
import { feedKey } from '../navigation/narrow.ts'
import { messages, useSession } from '../session/session.ts'
import type { FeedModel } from './feed-model.ts'
import { anchorOf, openFeeds } from './feeds.ts'

const maxFeeds = 50
const maxMessagesPerFeed = 100
const saveIntervalMs = 3_000

/** Saves open feeds on this device, and shows the saved copy of feeds that cannot be fetched until the connection is back. */
export function startFeedCache(): void {
  setInterval(() => {
    for (const feed of openFeeds()) {
      void save(feed).catch(() => {})
      void showCached(feed).catch(() => {})
    }
  }, saveIntervalMs)
  useSession.subscribe(({ connection }, { connection: before }) => {
    if (connection !== 'live' || before === 'live') return
    for (const feed of openFeeds()) {
      if (!feed.isFromCache) continue
      feed.isFromCache = false
      void feed.open(anchorOf(feed.view))
    }
  })
}

async function save(feed: FeedModel): Promise<void> {
  const snapshot = feed.snapshot()
  const { status, hasNewest, ids } = snapshot
  const isWorthIt = status === 'ready' && hasNewest && ids.length > 0 && feed.view.kind !== 'search'
  if (!isWorthIt || feed.isFromCache || feed.savedSnapshot === snapshot) return
  feed.savedSnapshot = snapshot
  if (isSharedComputer()) return
  const newest = ids.slice(-maxMessagesPerFeed).flatMap((id) => messages.get(id) ?? [])
  const db = await deviceDb()
  const key = feedKey(feed.view)
  const hasOldest = snapshot.hasOldest && newest.length === ids.length
  await db.put('feeds', { key, messages: newest, hasOldest, savedAt: Date.now() })
  const all = await db.getAllFromIndex('feeds', 'savedAt')
  for (const one of all.slice(0, Math.max(0, all.length - maxFeeds))) await db.delete('feeds', one.key)
}

async function showCached(feed: FeedModel): Promise<void> {
  const { status, error } = feed.snapshot()
  if (status !== 'failed' || error?.code !== 'NETWORK' || feed.isFromCache) return
  feed.isFromCache = true
  const cached = await (await deviceDb()).get('feeds', feedKey(feed.view))
  if (cached === undefined || feed.snapshot().status !== 'failed') return
  const ids = messages.put(cached.messages).map(({ id }) => id)
  const { hasOldest } = cached
  feed.show({ ids, hasOldest, hasNewest: true, isLimited: false, pageStarts: new Set(ids.slice(0, 1)) })
}
