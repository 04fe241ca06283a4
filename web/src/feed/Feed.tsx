import { useRef, useSyncExternalStore } from 'react'
import { type FeedView, feedKey, isConversation } from '../navigation/narrow.ts'
import { useText } from '../texts/texts.tsx'
import { useContentActions } from './content-actions.ts'
import { useEyeLineRef } from './eye-line.ts'
import styles from './Feed.module.css'
import { FeedEmpty } from './FeedEmpty.tsx'
import { FeedPills } from './FeedPills.tsx'
import { FeedRows } from './FeedRows.tsx'
import type { FeedModel } from './feed-model.ts'
import { StickyBar } from './StickyBar.tsx'
import { TopSlot } from './TopSlot.tsx'
import { UnloadedFeed } from './UnloadedFeed.tsx'
import { useFeedControls } from './use-feed-controls.ts'
import { useFeedVirtualizer } from './use-feed-virtualizer.ts'
import { useLoadMore } from './use-load-more.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useOpenFolds } from './use-open-folds.ts'
import { usePollUnsubscribed } from './use-poll-unsubscribed.ts'
import { isUnloaded, useRows } from './use-rows.ts'
import { useSaveScroll } from './use-save-scroll.ts'
import { useScrollPosition } from './use-scroll-position.ts'
import { useScrollToSent } from './use-scroll-to-sent.ts'
import { useUnreadMarker } from './use-unread-marker.ts'

/** A list of messages. Loading and new messages never move the visible rows. */
export function Feed({ view, feed }: { view: FeedView; feed: FeedModel }) {
  const text = useText()
  const snapshot = useSyncExternalStore(feed.subscribe, feed.snapshot)
  const { hasNewest } = snapshot
  const marker = useUnreadMarker(view, feed, snapshot)
  const [openFolds, toggleFold] = useOpenFolds()
  const rows = useRows(view, snapshot, marker, openFolds)
  const scroller = useRef<HTMLDivElement>(null)
  const eye = useEyeLineRef()
  const virtualizer = useFeedVirtualizer(feed.serial, rows, scroller, eye)
  const { isSettled, goTo, goWhenOpened } = useScrollPosition(
    view,
    feed,
    snapshot,
    rows,
    virtualizer,
    scroller,
    eye,
  )
  const drawn = useMarkRead(view, rows, isSettled, virtualizer, scroller)
  const { toEnd, toMessage, goBack } = useFeedControls({
    view,
    feed,
    rows,
    virtualizer,
    scroller,
    goTo,
    goWhenOpened,
  })
  useSaveScroll(view, rows, hasNewest, isSettled, virtualizer, scroller)
  useLoadMore(feed, snapshot, isSettled, virtualizer)
  usePollUnsubscribed(view, feed)
  useScrollToSent(rows, isSettled, goTo)
  const contentActions = useContentActions(virtualizer)

  if (isUnloaded(snapshot)) {
    return <UnloadedFeed view={view} feed={feed} snapshot={snapshot} rows={rows} onToggleFold={toggleFold} />
  }
  if (rows.length === 0) return <FeedEmpty view={view} />
  return (
    <div className={styles.frame}>
      {!isConversation(view) && <StickyBar rows={rows} virtualizer={virtualizer} />}
      <div
        ref={scroller}
        className={styles.feed}
        role="feed"
        aria-busy={snapshot.older === 'loading' || snapshot.newer === 'loading'}
        aria-label={text('feed.label')}
        tabIndex={-1}
        data-feed={feedKey(view)}
        data-settled={isSettled || undefined}
        {...contentActions}
      >
        <div className={styles.size} style={{ blockSize: virtualizer.getTotalSize() }}>
          <TopSlot view={view} snapshot={snapshot} onRetry={() => void feed.loadOlder()} />
          <FeedRows rows={rows} virtualizer={virtualizer} view={view} onToggleFold={toggleFold} />
        </div>
      </div>
      <FeedPills
        view={view}
        virtualizer={virtualizer}
        rows={rows}
        drawn={drawn.current}
        hasNewest={hasNewest}
        onEnd={() => void toEnd()}
        onUnread={toMessage}
        onBack={goBack}
      />
    </div>
  )
}
