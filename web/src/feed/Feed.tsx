import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorCard } from '../components/EmptyState.tsx'
import { useFeed } from '../state/feeds.ts'
import { type FeedView, feedKey, isConversation } from '../state/narrow.ts'
import { useSelection } from '../state/selection.ts'
import { useText } from '../texts/texts.tsx'
import { onContentClick } from './content-actions.ts'
import styles from './Feed.module.css'
import { FeedEmpty } from './FeedEmpty.tsx'
import { FeedPills } from './FeedPills.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import { estimateRow, RowView } from './RowView.tsx'
import { StickyBar } from './StickyBar.tsx'
import { TopSlot } from './TopSlot.tsx'
import { useMarker } from './use-marker.ts'
import { useReading } from './use-reading.ts'
import { useRows } from './use-rows.ts'

/** How many rows from an end the next page is asked for. */
const near = 25

/** A list of messages. What the eye rests on does not move, whatever is loaded or arrives. */
export function Feed({ view }: { view: FeedView }) {
  const text = useText()
  const { feed, snapshot } = useFeed(view)
  const { status, anchor, opening, hasOldest, hasNewest, ids } = snapshot
  const marker = useMarker(view, snapshot)
  const [openFolds, setOpenFolds] = useState<ReadonlySet<string>>(new Set())
  const rows = useRows(view, snapshot, marker, openFolds)
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateRow(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    paddingStart: 120,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 40,
  })
  useReading(view, rows, virtualizer)

  // Pages are asked for only once the list stands where it shall: before that it is at its start for a moment.
  const placed = useRef(-1)
  const [settled, setSettled] = useState(-1)
  useLayoutEffect(() => {
    if (status !== 'ready' || placed.current === opening || rows.length === 0) return
    placed.current = opening
    setTimeout(() => setSettled(opening), 120)
    const target = view.at ?? anchor
    const index = indexToShow(rows, target, view.at === undefined)
    if (index === -1) virtualizer.scrollToEnd()
    else virtualizer.scrollToIndex(index, { align: view.at === undefined ? 'start' : 'center' })
    performance.mark('lq:rows')
  }, [status, opening, rows, anchor, view.at, virtualizer])

  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (status !== 'ready' || settled !== opening) return
    if (first < near && !hasOldest) void feed.loadOlder()
    if (last > rows.length - near && !hasNewest) void feed.loadNewer()
  }, [feed, status, settled, opening, first, last, rows.length, hasOldest, hasNewest])

  const toggleFold = useCallback((key: string) => {
    setOpenFolds((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])

  const toEnd = useCallback(async () => {
    if (!feed.snapshot().hasNewest) await feed.open('newest')
    virtualizer.scrollToEnd()
  }, [feed, virtualizer])

  const controls = useMemo(
    () => ({
      rows: () => rows,
      show: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
      page: (screens: number) => {
        const box = scroller.current
        box?.scrollBy({ top: screens * box.clientHeight * 0.9 })
      },
      toStart: async () => {
        while (!feed.snapshot().hasOldest && feed.snapshot().older !== 'failed') await feed.loadOlder()
        virtualizer.scrollToIndex(0)
      },
      toEnd,
      isAtEnd: () => virtualizer.isAtEnd(),
    }),
    [rows, virtualizer, feed, toEnd],
  )
  const setControls = useSelection((state) => state.setControls)
  useEffect(() => setControls(controls), [controls, setControls])

  if (status === 'failed' && ids.length === 0) {
    const { text: reason = '', code = '' } = snapshot.error ?? {}
    return (
      <div className={styles.feed}>
        <ErrorCard text={reason || text('common.unreachable')} code={code}>
          <Button onClick={() => void feed.open('first_unread')}>{text('common.retry')}</Button>
        </ErrorCard>
      </div>
    )
  }
  if (status === 'loading' && ids.length === 0) return <FeedSkeleton />
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
        onClick={onContentClick}
      >
        <div className={styles.size} style={{ blockSize: virtualizer.getTotalSize() }}>
          <TopSlot view={view} snapshot={snapshot} onRetry={() => void feed.loadOlder()} />
          <div className={styles.block} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map((item) => {
              const row = rows[item.index]
              return row === undefined ? null : (
                <div key={item.key} ref={virtualizer.measureElement} data-index={item.index} className={styles.row}>
                  <RowView row={row} view={view} onToggleFold={toggleFold} />
                </div>
              )
            })}
          </div>
        </div>
      </div>
      <FeedPills virtualizer={virtualizer} rows={rows} marker={marker} hasNewest={hasNewest} onEnd={toEnd} />
    </div>
  )
}

/** The row to open at: the line of what is new, or the message itself. */
function indexToShow(rows: ReturnType<typeof useRows>, target: number | undefined, preferMarker: boolean): number {
  const marker = preferMarker ? rows.findIndex((row) => row.kind === 'unread') : -1
  if (marker !== -1) return marker
  return target === undefined ? -1 : rows.findIndex((row) => row.kind === 'message' && row.id === target)
}
