import { memo } from 'react'
import type { FeedView } from '../state/narrow.ts'
import type { Row } from '../state/rows.ts'
import { dayLabel } from '../state/times.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'
import { MessageRow } from './MessageRow.tsx'
import { PendingRow } from './PendingRow.tsx'
import { RecipientBar } from './RecipientBar.tsx'

interface Props {
  row: Row
  view: FeedView
  onToggleFold: (key: string) => void
}

export const RowView = memo(({ row, view, onToggleFold }: Props) => {
  const text = useText()
  const locale = useLocale()
  switch (row.kind) {
    case 'day':
      return (
        <div className={styles.day} aria-hidden="true">
          {dayLabel(row.date, locale)}
        </div>
      )
    case 'unread':
      return (
        <div className={styles.unread} aria-hidden="true">
          {text('feed.new', { count: row.count })}
        </div>
      )
    case 'bar':
      return <RecipientBar id={row.first} />
    case 'fold':
      return (
        <div className={styles.fold}>
          <button type="button" aria-expanded={row.isOpen} onClick={() => onToggleFold(row.key)}>
            {text(row.why === 'notices' ? 'feed.foldNotices' : 'feed.foldMuted', { count: row.ids.length })}
          </button>
        </div>
      )
    case 'gap':
      return null
    case 'message':
      return typeof row.id === 'number' ? (
        <MessageRow id={row.id} lead={row.lead} view={view} />
      ) : (
        <PendingRow localId={row.id} lead={row.lead} state={row.state ?? 'sending'} />
      )
  }
})

/** How high a row will be, before it has been measured. */
export function estimateRow(row: Row | undefined): number {
  switch (row?.kind) {
    case 'day':
      return 42
    case 'unread':
      return 36
    case 'bar':
      return 48
    case 'message':
      return row.lead ? 62 : 30
    default:
      return 30
  }
}
