import { channelById } from '../channels/channels.ts'
import { openFeeds } from '../feed/feeds.ts'
import type { View } from '../navigation/narrow.ts'

const refreshSeconds = 60

/** Whoever looks without an account is not told of anything: what is on screen is looked after now and then. */
export function startSpectatorRefresh(): void {
  const look = () => {
    if (!document.hidden) for (const feed of openFeeds()) feed.catchUp()
  }
  setInterval(look, refreshSeconds * 1_000)
  document.addEventListener('visibilitychange', look)
}

/** What can be looked at without an account; everything else belongs to somebody. */
export function isSpectatorView(view: View): boolean {
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
