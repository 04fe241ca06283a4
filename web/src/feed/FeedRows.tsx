import type { FeedView } from '../navigation/narrow.ts'
import styles from './Feed.module.css'
import type { FeedVirtualizer } from './feed-virtualizer.ts'
import { RowView, separatorsAbove } from './RowView.tsx'
import { useRowLayer } from './row-layer.ts'
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
  const { top, drawnTop, height } = useRowLayer(virtualizer)
  return (
    <div className={styles.layer} style={{ transform: `translateY(${drawnTop}px)`, blockSize: height }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        return row === undefined ? null : (
          <div
            key={key}
            ref={measure}
            data-index={index}
            className={styles.row}
            style={{ insetBlockStart: start - top }}
          >
            <RowView row={row} intro={separatorsAbove(rows, index)} view={view} onToggleFold={onToggleFold} />
          </div>
        )
      })}
    </div>
  )
}
