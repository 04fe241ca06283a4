import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { isTouch } from '../lib/touch.ts'
import type { View } from '../navigation/narrow.ts'
import { addressOf } from '../navigation/router.ts'
import { Avatar } from '../people/Avatar.tsx'
import { GuestMark } from '../people/GuestMark.tsx'
import { usePerson } from '../people/people.ts'
import { type PeopleRow, usePeopleRows } from '../people/people-rows.ts'
import { usePresence } from '../people/presence.ts'
import { StatusEmoji } from '../people/StatusEmoji.tsx'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './PeopleSidebar.module.css'
import { openPerson } from './person-card.ts'

/** The setting `user_list_style`: names with a small picture, with the status below, or with a picture. */
type ListStyle = 'compact' | 'status' | 'picture'
const styleNames: Readonly<Record<number, ListStyle>> = { 1: 'compact', 2: 'status', 3: 'picture' }
const rowHeights: Readonly<Record<ListStyle, number>> = { compact: 28, status: 44, picture: 38 }
const useListStyle = (): ListStyle =>
  useOrg((org) => styleNames[org.user_settings?.user_list_style ?? 3] ?? 'picture')

/** The people sidebar. Its order depends on the view, and follows once the view is drawn. */
export const PeopleSidebar = ({ view }: { view: View }) => <PeopleList view={useDeferredValue(view)} />

const PeopleList = memo(({ view }: { view: View }) => {
  const text = useText()
  const [filter, setFilter] = useState('')
  const rows = usePeopleRows(view, filter)
  const scroller = useRef<HTMLDivElement>(null)
  const style = useListStyle()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 34 : isTouch() ? 46 : rowHeights[style]),
    // Rows of another style are measured anew.
    getItemKey: (index) => `${style} ${rows[index]?.key ?? index}`,
    overscan: 10,
  })
  const items = virtualizer.getVirtualItems()
  return (
    <div className={styles.people}>
      <input
        type="search"
        data-shortcut="people-filter"
        className={styles.filter}
        value={filter}
        placeholder={text('people.filter')}
        aria-label={text('people.filter')}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setFilter('')}
      />
      <div className={styles.list} ref={scroller} tabIndex={-1}>
        <ul style={{ blockSize: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <li key={item.key} style={{ transform: `translateY(${item.start}px)`, blockSize: item.size }}>
                <Row row={row} />
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
})

function Row({ row }: { row: PeopleRow }) {
  const text = useText()
  if (row.kind === 'heading') {
    return (
      <h2 className={styles.heading}>
        {text(`people.${row.section}`, { count: row.count, channel: row.channel ?? '' })}
      </h2>
    )
  }
  return <Person userId={row.userId} />
}

function Person({ userId }: { userId: number }) {
  const text = useText()
  const person = usePerson(userId)
  const presence = usePresence(userId)
  const me = useOrg((org) => org.user_id)
  const status = useOrg((org) => org.user_status?.[String(userId)]?.status_text)
  const style = useListStyle()
  const target = useMemo(
    () => addressOf({ kind: 'dm', userIds: userId === me ? [] : [userId] }),
    [userId, me],
  )
  return (
    <div className={styles.person} data-presence={presence} data-style={style}>
      <button
        type="button"
        className={styles.face}
        tabIndex={-1}
        aria-label={text('message.sender', { name: person?.full_name ?? '?' })}
        onClick={(event) => openPerson(userId, event.currentTarget)}
      >
        <Avatar userId={userId} size={style === 'compact' ? 20 : 28} presence />
      </button>
      <a href={target} title={status}>
        <span className={styles.name} dir="auto">
          {person?.full_name ?? '?'}
          <GuestMark userId={userId} />
          {userId === me && ` (${text('common.you')})`}
          {style === 'status' && status !== undefined && status !== '' && (
            <span className={styles.status}>{status}</span>
          )}
        </span>
        <StatusEmoji userId={userId} />
        {presence !== undefined && <span className="hidden-visually">{text(`presence.${presence}`)}</span>}
      </a>
    </div>
  )
}
