import { channelById } from '../channels/channels.ts'
import { openFeeds } from '../feed/feeds.ts'
import type { View } from '../navigation/narrow.ts'

const refreshSeconds = 60

/** Spectators receive no events, so open feeds are refreshed at intervals. */
export function startSpectatorRefresh(): void {
  const look = () => {
    if (!document.hidden) for (const feed of openFeeds()) feed.catchUp()
  }
  setInterval(look, refreshSeconds * 1_000)
  document.addEventListener('visibilitychange', look)
}

/** Whether spectators can open a view. */
export function isSpectatorView(view: View): boolean {
  switch (view.kind) {
    case 'channel':
    case 'topic':
    case 'channel-topics':
      return channelById(view.channelId) !== undefined
    case 'help':
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
