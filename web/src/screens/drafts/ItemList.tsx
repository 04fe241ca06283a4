import type { KeyboardEvent, ReactNode } from 'react'
import styles from './Drafts.module.css'

interface Props {
  label: string
  /** Called on the Delete key. */
  onDelete?: (key: string) => void
  children: ReactNode
}

/** A list with arrow-key navigation; Delete removes the focused row. */
export function ItemList({ label, onDelete, children }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const at = row === null || row === undefined ? -1 : rows.indexOf(row)
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (target !== undefined) {
      rows[Math.min(Math.max(target, 0), rows.length - 1)]?.querySelector<HTMLElement>('[data-main]')?.focus()
    } else if (event.key === 'Delete' && row?.dataset.row !== undefined && onDelete !== undefined) {
      onDelete(row.dataset.row)
      ;(rows[at + 1] ?? rows[at - 1])?.querySelector<HTMLElement>('[data-main]')?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul className={styles.items} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </ul>
  )
}
