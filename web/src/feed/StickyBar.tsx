import { useLayoutEffect, useRef } from 'react'
import styles from './Feed.module.css'
import { type FeedVirtualizer, topSlot } from './feed-virtualizer.ts'
import { RecipientBar } from './RecipientBar.tsx'
import type { Row } from './rows.ts'

interface Props {
  rows: readonly Row[]
  virtualizer: FeedVirtualizer
}

/** Keeps the recipient bar of the topmost message in view until the next one pushes it away. Hidden from screen readers. */
export function StickyBar({ rows, virtualizer }: Props) {
  const offset = virtualizer.scrollOffset ?? 0
  const top = virtualizer.getVirtualItemForOffset(offset)?.index ?? 0
  const at = rows.findLastIndex((row, index) => index <= top && row.kind === 'bar')
  const next = rows.findIndex((row, index) => index > top && row.kind === 'bar')
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const scroller = virtualizer.scrollElement
    const place = () => {
      const item = virtualizer.measurementsCache[next]
      const bar = box.current
      if (bar === null) return
      const room = item === undefined ? undefined : item.start - (virtualizer.scrollOffset ?? 0)
      // A percentage of the bar's height: measuring it would force a layout on every scroll event.
      bar.style.transform = room === undefined ? 'none' : `translateY(min(0px, ${room}px - 100%))`
    }
    place()
    scroller?.addEventListener('scroll', place, { passive: true })
    return () => scroller?.removeEventListener('scroll', place)
  }, [virtualizer, next])
  const row = rows[at]
  if (row?.kind !== 'bar' || offset < topSlot) return null
  return (
    <div className={styles.sticky} aria-hidden="true" inert>
      <div ref={box}>
        <RecipientBar id={row.first} />
      </div>
    </div>
  )
}
