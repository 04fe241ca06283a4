import type { InboxRow } from '../../unread/inbox.ts'
import styles from './Inbox.module.css'
import { InboxLine } from './InboxLine.tsx'

/** A grid may contain only rows, so headings are rows, too. */
export const BandTitle = ({ title }: { title: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: part of a grid
  <div role="row" tabIndex={-1}>
    {/* biome-ignore lint/a11y/useSemanticElements: part of a grid */}
    <div role="gridcell" tabIndex={-1}>
      <h2 className={styles.band}>{title}</h2>
    </div>
  </div>
)

export function Band({ title, rows }: { title: string; rows: readonly InboxRow[] }) {
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid
    <div role="rowgroup" aria-label={title}>
      <BandTitle title={title} />
      {rows.map((row) => (
        <InboxLine key={row.key} row={row} />
      ))}
    </div>
  )
}
