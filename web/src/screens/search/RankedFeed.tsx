import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import { ErrorCard } from '../../components/EmptyState.tsx'
import { useContentActions } from '../../feed/content-actions.ts'
import feed from '../../feed/Feed.module.css'
import { FeedEmpty } from '../../feed/FeedEmpty.tsx'
import { FeedSkeleton } from '../../feed/FeedSkeleton.tsx'
import { nothingLoaded } from '../../feed/feed-snapshot.ts'
import { RowView, separatorsAbove } from '../../feed/RowView.tsx'
import { type FeedControls, useSelection } from '../../feed/selection.ts'
import { useOpenFolds } from '../../feed/use-open-folds.ts'
import { useRows } from '../../feed/use-rows.ts'
import { type FeedView, feedKey } from '../../navigation/narrow.ts'
import { useRankedSearch } from '../../search/ranked-search.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './RankedFeed.module.css'

/** Distance from the end, in screens, at which more results are loaded. */
const loadMarginScreens = 2

/** Results of a search, the most relevant first. Each page is small, so all loaded rows are drawn. */
export function RankedFeed({ view }: { view: FeedView & { kind: 'search' } }) {
  const text = useText()
  const { search, snapshot } = useRankedSearch(view.q)
  const { status, ids, isWhole, more, error } = snapshot
  const [openFolds, toggleFold] = useOpenFolds()
  const loaded = useMemo(() => ({ ...nothingLoaded, status: 'ready' as const, ids, hasOldest: true }), [ids])
  const rows = useRows(view, loaded, undefined, openFolds)
  const scroller = useRef<HTMLDivElement>(null)
  const contentActions = useContentActions()

  useLayoutEffect(() => {
    if (status === 'ready') scroller.current?.scrollTo(0, search.scrollTop)
  }, [search, status])

  const controls = useMemo((): FeedControls => {
    const box = () => scroller.current
    const scrollBy = (screens: number) => box()?.scrollBy(0, screens * (box()?.clientHeight ?? 0) * 0.9)
    return {
      rows: () => rows,
      show: (index) => box()?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
      page: scrollBy,
      toStart: async () => box()?.scrollTo(0, 0),
      toEnd: async () => box()?.scrollTo(0, box()?.scrollHeight ?? 0),
      isAtEnd: () => {
        const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box() ?? {}
        return scrollTop + clientHeight >= scrollHeight - 1
      },
      visible: () => [],
    }
  }, [rows])
  const setControls = useSelection((state) => state.setControls)
  useEffect(() => setControls(controls), [controls, setControls])

  if (status === 'failed') {
    return (
      <div className={feed.feed}>
        <ErrorCard text={error?.text || text('common.unreachable')} code={error?.code ?? ''}>
          <Button onClick={() => void search.open()}>{text('common.retry')}</Button>
        </ErrorCard>
      </div>
    )
  }
  if (status === 'loading') return <FeedSkeleton />
  if (rows.length === 0) return <FeedEmpty view={view} />
  const onScroll = () => {
    const box = scroller.current
    if (box === null) return
    search.scrollTop = box.scrollTop
    const rest = box.scrollHeight - box.scrollTop - box.clientHeight
    if (rest < loadMarginScreens * box.clientHeight && more === 'idle') void search.loadMore()
  }
  return (
    <div className={feed.frame}>
      <div
        ref={scroller}
        className={feed.feed}
        role="feed"
        aria-busy={more === 'loading'}
        aria-label={text('search.ranked')}
        tabIndex={-1}
        data-feed={feedKey(view)}
        data-settled
        onScroll={onScroll}
        {...contentActions}
      >
        <div className={feed.size}>
          {rows.map((row, index) => (
            <div key={row.key} className={feed.row} data-index={index}>
              <RowView row={row} intro={separatorsAbove(rows, index)} view={view} onToggleFold={toggleFold} />
            </div>
          ))}
          {!isWhole && (
            <div className={styles.more}>
              <Button busy={more === 'loading'} onClick={() => void search.loadMore()}>
                {text('search.more')}
              </Button>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}
