import { AtSign, Clock, FileText, Inbox, List, MessagesSquare, Star } from 'lucide-react'
import { Badge } from '../components/Badge.tsx'
import { useUnread } from '../state/derived.ts'
import { useIsMember } from '../state/member.ts'
import type { View } from '../state/narrow.ts'
import { addressOf, useView } from '../state/router.ts'
import { useOrg } from '../state/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'

const views = [
  { kind: 'inbox', icon: Inbox },
  { kind: 'recent', icon: Clock },
  { kind: 'feed', icon: List },
  { kind: 'mentions', icon: AtSign },
  { kind: 'starred', icon: Star },
  { kind: 'drafts', icon: FileText },
  { kind: 'scheduled', icon: MessagesSquare },
] as const

/** What is not about the reader, who may be nobody in particular. */
const impersonal: readonly string[] = ['recent', 'feed']

export function SidebarViews() {
  const text = useText()
  const isMember = useIsMember()
  const current = useView().kind
  const counted = useUnread((counts) => counts.counted)
  const mentions = useUnread((counts) => counts.mentions)
  const toYou = useUnread((counts) => counts.toYou)
  const drafts = useOrg((org) => org.drafts?.length ?? 0)
  const scheduled = useOrg((org) => org.scheduled_messages?.length ?? 0)
  const starred = useOrg((org) =>
    org.user_settings?.starred_message_counts ? (org.starred_messages?.length ?? 0) : 0,
  )
  const counts: Record<string, number> = {
    inbox: counted,
    feed: counted,
    mentions,
    drafts,
    scheduled,
    starred,
  }
  return (
    <ul className={styles.rows}>
      {views
        .filter(({ kind }) => isMember || impersonal.includes(kind))
        .map(({ kind, icon: Icon }) => (
          <li key={kind} className={styles.row} data-current={current === kind}>
            <a href={addressOf({ kind } as View)} aria-current={current === kind ? 'page' : undefined}>
              <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
              <span className={styles.name}>{text(`view.${kind}`)}</span>
              <Badge
                count={counts[kind] ?? 0}
                toYou={kind === 'mentions' || (kind === 'inbox' && toYou > 0)}
                muted={kind !== 'inbox' && kind !== 'mentions'}
                label={text('sidebar.unread', { count: counts[kind] ?? 0 })}
              />
            </a>
          </li>
        ))}
    </ul>
  )
}
