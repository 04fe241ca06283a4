import { deviceDb } from '../device/device-db.ts'
import { isSharedComputer } from '../device/shared-computer.ts'
import { feedKey } from '../navigation/narrow.ts'
import { messages, useSession } from '../session/session.ts'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'
import { openFeeds, opensAt } from './feeds.ts'

const mostFeeds = 50
const mostMessages = 100
const every = 3_000

const saved = new WeakMap<FeedModel, FeedSnapshot>()
/** Those on screen that are shown as they were kept. */
const old = new Set<FeedModel>()

/** From now on what is read is kept, and shown where it cannot be fetched, until it can. */
export function keepFeeds(): void {
  setInterval(() => {
    for (const feed of openFeeds()) {
      void keep(feed).catch(() => {})
      void showKept(feed).catch(() => {})
    }
  }, every)
  useSession.subscribe(({ connection }, { connection: before }) => {
    if (connection !== 'live' || before === 'live') return
    for (const feed of old) void feed.open(opensAt(feed.view))
    old.clear()
  })
}

async function keep(feed: FeedModel): Promise<void> {
  const snapshot = feed.snapshot()
  const { status, hasNewest, ids } = snapshot
  const isWorthIt = status === 'ready' && hasNewest && ids.length > 0 && feed.view.kind !== 'search'
  if (!isWorthIt || old.has(feed) || saved.get(feed) === snapshot) return
  saved.set(feed, snapshot)
  if (isSharedComputer()) return
  const newest = ids.slice(-mostMessages).flatMap((id) => messages.get(id) ?? [])
  const db = await deviceDb()
  const key = feedKey(feed.view)
  const hasOldest = snapshot.hasOldest && newest.length === ids.length
  await db.put('feeds', { key, messages: newest, hasOldest, savedAt: Date.now() })
  const all = await db.getAllFromIndex('feeds', 'savedAt')
  for (const one of all.slice(0, Math.max(0, all.length - mostFeeds))) await db.delete('feeds', one.key)
}

async function showKept(feed: FeedModel): Promise<void> {
  const { status, error } = feed.snapshot()
  if (status !== 'failed' || error?.code !== 'NETWORK' || old.has(feed)) return
  old.add(feed)
  const kept = await (await deviceDb()).get('feeds', feedKey(feed.view))
  if (kept === undefined || feed.snapshot().status !== 'failed') return
  const ids = messages.put(kept.messages).map(({ id }) => id)
  const { hasOldest } = kept
  feed.show({ ids, hasOldest, hasNewest: true, isLimited: false, pageStarts: new Set(ids.slice(0, 1)) })
}
