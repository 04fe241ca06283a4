import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import styles from './VirtualRows.module.css'

interface Props<T> {
  label: string
  items: readonly T[]
  rowHeight: number
  keyOf: (item: T) => number | string
  children: (item: T) => ReactNode
}

/** A long list that renders only visible rows. */
export function VirtualRows<T>({ label, items, rowHeight, keyOf, children }: Props<T>) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  return (
    <div ref={box} className={styles.box}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by hand */}
      <div className={styles.rows} role="list" aria-label={label} style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (item === undefined) return null
          const style = { translate: `0 ${start}px`, blockSize: rowHeight } as CSSProperties
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div
              key={keyOf(item)}
              className={styles.row}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={style}
            >
              {children(item)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
