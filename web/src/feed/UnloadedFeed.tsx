import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorCard } from '../components/EmptyState.tsx'
import { type FeedView, feedKey, isConversation } from '../navigation/narrow.ts'
import { NoAccess } from '../screens/NoAccess.tsx'
import { useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'
import { anchorOf } from './feeds.ts'
import { RowView, separatorsAbove } from './RowView.tsx'
import type { Row } from './rows.ts'

interface RowsProps {
  view: FeedView
  rows: readonly Row[]
  onToggleFold: (key: string) => void
}

/** A feed that is loading or could not be loaded. Messages sent or received meanwhile are shown below. */
export function UnloadedFeed({
  feed,
  snapshot,
  ...props
}: RowsProps & { feed: FeedModel; snapshot: FeedSnapshot }) {
  const text = useText()
  const { view, rows } = props
  const { text: reason = '', code = '' } = snapshot.error ?? {}
  // A channel or people that the reader cannot see.
  if (code === 'BAD_NARROW' && isConversation(view)) {
    return (
      <div className={styles.feed}>
        <NoAccess />
      </div>
    )
  }
  const isLoading = snapshot.status === 'loading'
  if (isLoading && rows.length === 0) return <FeedSkeleton />
  return (
    <LateRows {...props}>
      {isLoading ? (
        <FeedSkeleton />
      ) : (
        <ErrorCard text={reason || text('common.unreachable')} code={code}>
          <Button onClick={() => void feed.open(anchorOf(view))}>{text('common.retry')}</Button>
        </ErrorCard>
      )}
    </LateRows>
  )
}

/** Few rows, so all of them are drawn. */
function LateRows({ view, rows, onToggleFold, children }: RowsProps & { children: ReactNode }) {
  const text = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const count = rows.length
  useEffect(() => {
    if (count > 0) scroller.current?.scrollTo(0, scroller.current.scrollHeight)
  }, [count])
  return (
    <div ref={scroller} className={styles.feed} data-feed={feedKey(view)}>
      {children}
      {count > 0 && (
        <div role="feed" aria-label={text('feed.label')} className={styles.size}>
          {rows.map((row, index) => (
            <div key={row.key} className={styles.late}>
              <RowView
                row={row}
                intro={separatorsAbove(rows, index)}
                view={view}
                onToggleFold={onToggleFold}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
