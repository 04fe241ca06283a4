import { useCallback, useLayoutEffect, useRef } from 'react'
import type { FeedVirtualizer } from './feed-virtualizer.ts'

/**
 * A ref for the rows of a feed. Added rows are measured together, after all of them have their content: with the ref of the
 * virtualizer, the browser would compute the layout once per row.
 */
export function useMeasuredRows(virtualizer: FeedVirtualizer): (row: Element | null) => void {
  const added = useRef<Element[]>([])
  const hasRemoved = useRef(false)
  useLayoutEffect(() => {
    for (const row of added.current.splice(0)) virtualizer.measureElement(row)
    if (!hasRemoved.current) return
    hasRemoved.current = false
    virtualizer.measureElement(null)
  })
  return useCallback((row) => {
    if (row === null) hasRemoved.current = true
    else added.current.push(row)
  }, [])
}
