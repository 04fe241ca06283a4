import { channelById } from '../channels/channels.ts'
import { openFeeds } from '../feed/feeds.ts'
import type { View } from '../navigation/narrow.ts'

const seconds = 60

/** Whoever looks without an account is not told of anything: what is on screen is looked after now and then. */
export function keepLooking(): void {
  const look = () => {
    if (!document.hidden) for (const feed of openFeeds()) feed.catchUp()
  }
  setInterval(look, seconds * 1_000)
  document.addEventListener('visibilitychange', look)
}

/** What can be looked at without an account; everything else belongs to somebody. */
export function isOpenToAll(view: View): boolean {
  switch (view.kind) {
    case 'channel':
    case 'topic':
    case 'channel-topics':
      return channelById(view.channelId) !== undefined
    case 'home':
    case 'feed':
    case 'recent':
    case 'search':
    case 'message':
    case 'not-found':
      return true
    default:
      return false
  }
}
