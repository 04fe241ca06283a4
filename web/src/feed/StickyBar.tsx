import type { Virtualizer } from '@tanstack/react-virtual'
import type { Row } from '../state/rows.ts'
import styles from './Feed.module.css'
import { RecipientBar } from './RecipientBar.tsx'

interface Props {
  rows: readonly Row[]
  virtualizer: Virtualizer<HTMLDivElement, Element>
}

/** The bar of the topmost message stays in sight. Nothing to screen readers, which read the bar itself. */
export function StickyBar({ rows, virtualizer }: Props) {
  const offset = virtualizer.scrollOffset ?? 0
  const top = virtualizer.getVirtualItemForOffset(offset + 30)
  if (top === undefined || offset < 120) return null
  for (let index = top.index; index >= 0; index--) {
    const row = rows[index]
    if (row?.kind !== 'bar') continue
    return (
      <div className={styles.sticky} aria-hidden="true">
        <div>
          <RecipientBar id={row.first} />
        </div>
      </div>
    )
  }
  return null
}
