import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'
import styles from './VirtualGrid.module.css'

interface Props<R> {
  label: string
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly R[]
  keyOf: (row: R) => string
  /** Estimated height of a row in pixels. */
  height: number
  render: (row: R) => ReactNode
  /** Content above the rows that scrolls with them. */
  head?: ReactNode
  footer?: ReactNode
  onHold?: (isHeld: boolean) => void
  /** Called with the rows that are drawn, to fetch data for them. */
  onShown?: (rows: readonly R[]) => void
}

/** A list that draws only the rows in view. The link of a row has the focus; arrows, J and K move it. */
export function VirtualGrid<R>({
  label,
  scroller,
  rows,
  keyOf,
  height,
  render,
  head,
  footer,
  onHold,
  onShown,
}: Props<R>) {
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    overscan: 8,
  })
  const focusRow = (index: number) => {
    const at = Math.min(Math.max(index, 0), rows.length - 1)
    virtualizer.scrollToIndex(at, { align: 'auto' })
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"] a[href]`)?.focus()
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).matches('input, select'))
      return
    const here = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index
    const at = here === undefined ? -1 : Number(here)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1)
    const target = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: at + page,
      PageUp: at - page,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    event.stopPropagation()
    focusRow(target)
  }
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1]
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when other rows are drawn, not when somebody else listens
  useEffect(() => onShown?.(rows.slice(first, last + 1)), [rows, first, last])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the pointer and the focus are
    <div
      className={styles.scroller}
      ref={scroller}
      onPointerEnter={() => onHold?.(true)}
      onPointerLeave={() => onHold?.(false)}
      onFocus={() => onHold?.(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onHold?.(false)}
    >
      {head}
      {/* biome-ignore lint/a11y/useSemanticElements: rows of which only some are drawn */}
      <div
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={rows.length}
        className={styles.rows}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map((item) => {
          const row = rows[item.index]
          return row === undefined ? null : (
            // biome-ignore lint/a11y/useSemanticElements: part of the grid
            // biome-ignore lint/a11y/useFocusableInteractive: the link inside has the focus
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 1}
              data-row="true"
              data-index={item.index}
              ref={virtualizer.measureElement}
              className={styles.row}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {render(row)}
            </div>
          )
        })}
      </div>
      {footer}
    </div>
  )
}
