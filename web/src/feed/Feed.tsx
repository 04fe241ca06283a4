import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorCard } from '../components/EmptyState.tsx'
import { type FeedView, feedKey, isConversation } from '../navigation/narrow.ts'
import { NoAccess } from '../screens/NoAccess.tsx'
import { useText } from '../texts/texts.tsx'
import { useContentActions } from './content-actions.ts'
import styles from './Feed.module.css'
import { FeedEmpty } from './FeedEmpty.tsx'
import { FeedPills } from './FeedPills.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import type { FeedModel } from './feed-model.ts'
import { opensAt } from './feeds.ts'
import { introOf, RowView } from './RowView.tsx'
import { StickyBar } from './StickyBar.tsx'
import { TopSlot } from './TopSlot.tsx'
import { UnloadedFeed } from './UnloadedFeed.tsx'
import { useFeedControls } from './use-feed-controls.ts'
import { useFeedVirtualizer } from './use-feed-virtualizer.ts'
import { useFollowOwn } from './use-follow-own.ts'
import { useLoadMore } from './use-load-more.ts'
import { useMarkRead } from './use-mark-read.ts'
import { usePollUnsubscribed } from './use-poll-unsubscribed.ts'
import { isUnloaded, useRows } from './use-rows.ts'
import { useSaveScroll } from './use-save-scroll.ts'
import { useScrollPosition } from './use-scroll-position.ts'
import { useUnreadMarker } from './use-unread-marker.ts'

/** A list of messages. What the eye rests on does not move, whatever is loaded or arrives. */
export function Feed({ view, feed }: { view: FeedView; feed: FeedModel }) {
  const text = useText()
  const snapshot = useSyncExternalStore(feed.subscribe, feed.snapshot)
  const { status, hasNewest } = snapshot
  const marker = useUnreadMarker(view, feed, snapshot)
  const [openFolds, setOpenFolds] = useState<ReadonlySet<string>>(new Set())
  const rows = useRows(view, snapshot, marker, openFolds)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useFeedVirtualizer(feed.serial, rows, scroller)
  const { isSettled, goTo, goWhenOpened } = useScrollPosition(
    view,
    feed,
    snapshot,
    rows,
    virtualizer,
    scroller,
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
  useFollowOwn(rows, isSettled, goTo)
  const contentActions = useContentActions(virtualizer)
  const toggleFold = useCallback((key: string) => {
    setOpenFolds((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])

  if (isUnloaded(snapshot)) {
    const { text: reason = '', code = '' } = snapshot.error ?? {}
    // People or a channel that the reader is not told of.
    if (code === 'BAD_NARROW' && isConversation(view)) {
      return (
        <div className={styles.feed}>
          <NoAccess />
        </div>
      )
    }
    const isLoading = status === 'loading'
    if (isLoading && rows.length === 0) return <FeedSkeleton />
    return (
      <UnloadedFeed view={view} rows={rows} onToggleFold={toggleFold}>
        {isLoading ? (
          <FeedSkeleton />
        ) : (
          <ErrorCard text={reason || text('common.unreachable')} code={code}>
            <Button onClick={() => void feed.open(opensAt(view))}>{text('common.retry')}</Button>
          </ErrorCard>
        )}
      </UnloadedFeed>
    )
  }
  if (rows.length === 0) return <FeedEmpty view={view} />
  const items = virtualizer.getVirtualItems()
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
          <div className={styles.block} style={{ insetBlockStart: items[0]?.start ?? 0 }}>
            {items.map((item) => {
              const row = rows[item.index]
              return row === undefined ? null : (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={styles.row}
                >
                  <RowView
                    row={row}
                    intro={introOf(rows, item.index)}
                    view={view}
                    onToggleFold={toggleFold}
                  />
                </div>
              )
            })}
          </div>
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
