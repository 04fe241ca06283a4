import { CircleUser, Hash, Inbox, MessageCircle, Search } from 'lucide-react'
import { Badge } from '../components/Badge.tsx'
import { useUnread } from '../state/derived.ts'
import { toggleLeft } from '../state/layout.ts'
import { useIsMember } from '../state/member.ts'
import { addressOf, useView } from '../state/router.ts'
import { useText } from '../texts/texts.tsx'
import styles from './TabBar.module.css'
import { VisitorTabs } from './VisitorTabs.tsx'

/** On phones: the five places, under the thumb. Not in a conversation, where one writes. */
export function TabBar() {
  const text = useText()
  const view = useView()
  const toYou = useUnread((counts) => counts.toYou)
  const direct = useUnread((counts) => counts.direct)
  const isMember = useIsMember()
  if (!isMember) return <VisitorTabs />
  if (view.kind === 'topic' || view.kind === 'dm' || view.kind === 'channel') return null
  return (
    <nav className={styles.bar} aria-label={text('shell.tabs')}>
      <a href={addressOf({ kind: 'inbox' })} aria-current={view.kind === 'inbox' ? 'page' : undefined}>
        <Inbox size={20} aria-hidden="true" />
        {text('view.inbox')}
        <Badge count={toYou} toYou />
      </a>
      <button type="button" onClick={toggleLeft}>
        <Hash size={20} aria-hidden="true" />
        {text('sidebar.channels')}
      </button>
      <a href={addressOf({ kind: 'dms' })} aria-current={view.kind === 'dms' ? 'page' : undefined}>
        <MessageCircle size={20} aria-hidden="true" />
        {text('tab.direct')}
        <Badge count={direct} toYou />
      </a>
      <a
        href={addressOf({ kind: 'search', q: '' })}
        aria-current={view.kind === 'search' ? 'page' : undefined}
      >
        <Search size={20} aria-hidden="true" />
        {text('common.search')}
      </a>
      <a href={addressOf({ kind: 'settings', section: 'profile' })}>
        <CircleUser size={20} aria-hidden="true" />
        {text('common.you')}
      </a>
    </nav>
  )
}
