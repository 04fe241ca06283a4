import { AlarmClock, AtSign, CalendarClock, Clock, FileText, Inbox, List, Star } from 'lucide-react'
import { Badge } from '../components/Badge.tsx'
import { dueCount, useLater } from '../later/later.ts'
import { useUnread } from '../lib/derived.ts'
import { addressOf, useView } from '../navigation/router.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'
import type { ListedView } from './sidebar-rows.ts'
import type { TreeItemProps } from './tree-item-props.ts'

const icons = {
  inbox: Inbox,
  recent: Clock,
  feed: List,
  mentions: AtSign,
  starred: Star,
  drafts: FileText,
  scheduled: CalendarClock,
  later: AlarmClock,
}

/** The count beside a view. */
function useCount(view: ListedView): number {
  const unread = useUnread((counts) => (view === 'mentions' ? counts.mentions : counts.unmuted))
  const kept = useOrg(
    ({ drafts, scheduled_messages: scheduled, starred_messages: starred, user_settings }) => {
      if (view === 'drafts') return drafts?.length
      if (view === 'scheduled') return scheduled?.length
      return user_settings?.starred_message_counts ? starred?.length : 0
    },
  )
  const due = useLater(({ items }) => (view === 'later' ? dueCount(items) : 0))
  if (view === 'later') return due
  if (view === 'recent') return 0
  return isUnreadCount(view) ? unread : (kept ?? 0)
}

/** Reminders, starred messages, drafts and scheduled messages have a count but nothing unread. */
const isUnreadCount = (view: ListedView) => view === 'inbox' || view === 'feed' || view === 'mentions'

export function ViewRow({ view, item }: { view: ListedView; item: TreeItemProps }) {
  const text = useText()
  const isCurrent = useView().kind === view
  const toYou = useUnread((counts) => counts.toYou)
  const count = useCount(view)
  const Icon = icons[view]
  return (
    <div className={styles.row} data-current={isCurrent}>
      <a {...item} href={addressOf({ kind: view })} aria-current={isCurrent ? 'page' : undefined}>
        <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.name}>{text(`view.${view}`)}</span>
        <Badge
          count={count}
          toYou={view === 'mentions' || (view === 'inbox' && toYou > 0)}
          muted={view !== 'inbox' && view !== 'mentions' && view !== 'later'}
          label={text(isUnreadCount(view) ? 'sidebar.unread' : 'sidebar.count', { count })}
        />
      </a>
    </div>
  )
}
