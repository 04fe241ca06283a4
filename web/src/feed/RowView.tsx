import { memo } from 'react'
import { useDays } from '../lib/clock.ts'
import { dayLabel } from '../lib/times.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'
import { RowBoundary } from './MessageBoundary.tsx'
import { MessageRow } from './MessageRow.tsx'
import { PendingRow } from './PendingRow.tsx'
import { RecipientBar } from './RecipientBar.tsx'
import type { Row } from './rows.ts'

interface Props {
  row: Row
  /** See `separatorsAbove`. */
  intro: string
  view: FeedView
  onToggleFold: (key: string) => void
}

export const RowView = memo((props: Props) => {
  const { row } = props
  return (
    <RowBoundary id={row.kind === 'message' && typeof row.id === 'number' ? row.id : undefined}>
      <RowBody {...props} />
    </RowBoundary>
  )
})

function RowBody({ row, intro, view, onToggleFold }: Props) {
  const text = useText()
  switch (row.kind) {
    case 'day':
      return (
        <div className={styles.day} aria-hidden="true">
          <Day date={row.date} />
        </div>
      )
    case 'unread':
      return (
        <div className={styles.unread} aria-hidden="true" data-marker="true">
          {text('feed.new', { count: row.count })}
        </div>
      )
    case 'bar':
      return <RecipientBar id={row.first} />
    case 'fold': {
      const label = text(row.why === 'notices' ? 'feed.foldNotices' : 'feed.foldMuted', {
        count: row.ids.length,
      })
      return (
        <article className={styles.fold} aria-label={label} aria-setsize={-1} aria-posinset={row.ids[0]}>
          <button type="button" aria-expanded={row.isOpen} onClick={() => onToggleFold(row.key)}>
            {label} · {text(row.isOpen ? 'feed.hide' : 'feed.show')}
          </button>
        </article>
      )
    }
    case 'gap':
      return null
    case 'message':
      return typeof row.id === 'number' ? (
        <MessageRow id={row.id} lead={row.lead} intro={intro} view={view} />
      ) : (
        <PendingRow localId={row.id} lead={row.lead} state={row.state ?? 'sending'} />
      )
  }
}

function Day({ date }: { date: string }) {
  const locale = useLocale()
  useDays((state) => state.version)
  return dayLabel(date, locale)
}

/** The separators above a message. They are hidden from screen readers, which get them in the label of the message. */
export function separatorsAbove(rows: readonly Row[], index: number): string {
  if (rows[index]?.kind !== 'message') return ''
  const parts: string[] = []
  for (let at = index - 1; at >= 0; at--) {
    const row = rows[at]
    if (row === undefined || row.kind === 'message' || row.kind === 'fold') break
    if (row.kind === 'unread') parts.unshift('unread')
    else if (row.kind === 'day') parts.push(row.date)
  }
  return parts.join(' ')
}
