import { feedFor, openFeeds } from '../feed/feeds.ts'
import { type FeedView, isConversation } from './narrow.ts'
import { viewOf } from './router.ts'

const maxParallelFetches = 2
/** Whoever rests so long on a link may well follow it. */
const hoverDelayMs = 80

/** Fetches what is likely to be read next, unless the reader wants to save data or enough is being fetched. */
export function prefetch(view: FeedView): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return
  const running = [...openFeeds()].filter((feed) => feed.snapshot().status === 'loading')
  if (running.length < maxParallelFetches) feedFor(view)
}

let hoverTimer: ReturnType<typeof setTimeout> | undefined

/** The pointer or the focus came to something: if that leads to a conversation and it stays, the conversation is fetched. */
export function prefetchFrom(target: EventTarget): void {
  clearTimeout(hoverTimer)
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link === null) return
  hoverTimer = setTimeout(() => {
    const view = viewOf(link.pathname + link.search)
    if (isConversation(view)) prefetch(view)
  }, hoverDelayMs)
}
