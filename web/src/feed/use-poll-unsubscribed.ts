import { useEffect } from 'react'
import { useSubscription } from '../channels/channels.ts'
import type { FeedView } from '../navigation/narrow.ts'
import type { FeedModel } from './feed-model.ts'

const pollIntervalMs = 30_000

/** Polls for new messages of an unsubscribed channel while it is open, because it has no events. */
export function usePollUnsubscribed(view: FeedView, feed: FeedModel): void {
  const channelId = 'channelId' in view ? view.channelId : undefined
  const isSubscribed = useSubscription(channelId ?? 0) !== undefined
  const isSilent = channelId !== undefined && !isSubscribed
  useEffect(() => {
    if (!isSilent) return
    const ask = () => {
      const { status, hasNewest, newer } = feed.snapshot()
      if (!document.hidden && status === 'ready' && hasNewest && newer !== 'loading') void feed.loadTail()
    }
    const timer = setInterval(ask, pollIntervalMs)
    addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
      // Something may have arrived before the first event.
      ask()
    }
  }, [isSilent, feed])
}
