import { feedFor, openFeeds } from '../feed/feeds.ts'
import { type FeedView, isConversation } from './narrow.ts'
import { viewOf } from './router.ts'

const maxParallelFetches = 2
/** Hovering a link this long predicts a click. */
const hoverDelayMs = 80

/** Prefetches a feed, unless data saving is on or enough requests are running. */
export function prefetch(view: FeedView): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return
  const running = [...openFeeds()].filter((feed) => feed.snapshot().status === 'loading')
  if (running.length < maxParallelFetches) feedFor(view)
}

let hoverTimer: ReturnType<typeof setTimeout> | undefined

/** Prefetches the conversation that a hovered or focused link leads to. */
export function prefetchFrom(target: EventTarget): void {
  clearTimeout(hoverTimer)
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link === null) return
  hoverTimer = setTimeout(() => {
    const view = viewOf(link.pathname + link.search)
    if (isConversation(view)) prefetch(view)
  }, hoverDelayMs)
}
