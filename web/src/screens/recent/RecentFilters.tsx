import type { ReactNode } from 'react'
import { useIsMember } from '../../session/member.ts'
import { useText } from '../../texts/texts.tsx'
import type { RecentChips } from '../../unread/recent.ts'
import styles from './Recent.module.css'

const chips = ['unread', 'tookPart', 'followed', 'direct', 'includeMuted'] as const

export type RecentSort = 'time' | 'unread'

interface Props {
  on: RecentChips
  onChange: (on: RecentChips) => void
  sort: RecentSort
  onSort: (sort: RecentSort) => void
  children: ReactNode
}

/** Filters and order of recent conversations. Spectators have nothing unread, followed or muted to filter by. */
export function RecentFilters({ on, onChange, sort, onSort, children }: Props) {
  const text = useText()
  const isMember = useIsMember()
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a form
    <div className={styles.chips} role="group" aria-label={text('recent.filters')}>
      {isMember &&
        chips.map((chip) => (
          <button
            key={chip}
            type="button"
            aria-pressed={on[chip] === true}
            onClick={() => onChange({ ...on, [chip]: on[chip] !== true })}
          >
            {text(`recent.chip.${chip}`)}
          </button>
        ))}
      {isMember && (
        <select
          value={sort}
          aria-label={text('recent.sort')}
          onChange={(event) => onSort(event.target.value as RecentSort)}
        >
          <option value="time">{text('recent.byTime')}</option>
          <option value="unread">{text('recent.byUnread')}</option>
        </select>
      )}
      {children}
    </div>
  )
}
