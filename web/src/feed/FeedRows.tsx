import type { FeedView } from '../navigation/narrow.ts'
import styles from './Feed.module.css'
import type { FeedVirtualizer } from './feed-virtualizer.ts'
import { RowView, separatorsAbove } from './RowView.tsx'
import type { Row } from './rows.ts'
import { useMeasuredRows } from './use-measured-rows.ts'

interface Props {
  rows: readonly Row[]
  virtualizer: FeedVirtualizer
  view: FeedView
  onToggleFold: (key: string) => void
}

/** The rows near the visible part of a feed. */
export function FeedRows({ rows, virtualizer, view, onToggleFold }: Props) {
  const measure = useMeasuredRows(virtualizer)
  return virtualizer.getVirtualItems().map((item) => {
    const row = rows[item.index]
    return row === undefined ? null : (
      <div key={item.key} ref={measure} data-index={item.index} className={styles.row}>
        <RowView
          row={row}
          intro={separatorsAbove(rows, item.index)}
          view={view}
          onToggleFold={onToggleFold}
        />
      </div>
    )
  })
}
