import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { prefetchFrom } from '../navigation/prefetch.ts'
import { useText } from '../texts/texts.tsx'
import { FilterNote } from './FilterNote.tsx'
import styles from './Sidebar.module.css'
import { SidebarItem } from './SidebarItem.tsx'
import { useSidebar } from './sidebar.ts'
import { levelOf } from './sidebar-rows.ts'
import { rowHeights, treeKeys } from './tree-keys.ts'
import { useFolderDrag } from './use-folder-drag.ts'
import { useSidebarRows } from './use-sidebar-rows.ts'

export interface SidebarList {
  focusFirst(): void
  /** Opens the first row. */
  openFirst(): void
}

/** The sidebar as a virtualized tree. Tab leads to one row; arrow keys move. */
export function SidebarTree({ ref }: { ref: Ref<SidebarList> }) {
  const text = useText()
  const rows = useSidebarRows()
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const found = rows.findIndex(({ key }) => key === focused)
  const stop = found === -1 ? 0 : found
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeights[rows[index]?.kind ?? 'view'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    // The focused row is always drawn.
    rangeExtractor: (range) => [...new Set([stop, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  })
  const itemAt = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [role=treeitem]`)
  const focus = (index: number) => {
    const at = Math.min(Math.max(index, 0), rows.length - 1)
    virtualizer.scrollToIndex(at, { align: 'auto' })
    setFocused(rows[at]?.key)
    requestAnimationFrame(() => itemAt(at)?.focus({ preventScroll: true }))
  }
  const first = rows.findIndex(({ kind }) => kind !== 'heading' && kind !== 'folder')
  useImperativeHandle(ref, () => ({
    focusFirst: () => focus(first),
    openFirst: () => itemAt(first)?.click(),
  }))
  const drag = useFolderDrag(rows)
  const onKeyDown = treeKeys(rows, scroller, focus)
  const filter = useSidebar((state) => state.filter)
  return (
    <div className={styles.list} ref={scroller}>
      <FilterNote filter={filter} isEmpty={!rows.some(({ kind }) => kind !== 'more')} />
      <div
        role="tree"
        tabIndex={-1}
        aria-label={text('shell.navigation')}
        className={styles.rows}
        style={{ blockSize: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        {...drag.handlers}
        onPointerOver={({ target }) => prefetchFrom(target)}
        onFocus={({ target }) => prefetchFrom(target)}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <div
              key={key}
              role="none"
              className={styles.place}
              data-index={index}
              data-level={levelOf(row)}
              data-drop={index === drag.target || undefined}
              ref={virtualizer.measureElement}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setFocused(row.key)}
            >
              <SidebarItem row={row} isStop={index === stop} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
