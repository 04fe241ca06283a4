import { type ReactNode, useEffect, useRef } from 'react'
import { type FeedView, feedKey } from '../navigation/narrow.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'
import { introOf, RowView } from './RowView.tsx'
import type { Row } from './rows.ts'

interface Props {
  view: FeedView
  rows: readonly Row[]
  onToggleFold: (key: string) => void
  /** What became of the rest. */
  children: ReactNode
}

/** A list that could not be loaded, or not yet, in which something was written or has arrived. There is never much of it. */
export function UnloadedFeed({ view, rows, onToggleFold, children }: Props) {
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
            <div key={row.key} className={styles.row}>
              <RowView row={row} intro={introOf(rows, index)} view={view} onToggleFold={onToggleFold} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
