import { CircleUser, Hash, Inbox, MessageCircle, Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '../components/Badge.tsx'
import { useUnread } from '../lib/derived.ts'
import { addressOf, useView } from '../navigation/router.ts'
import { useIsMember } from '../session/member.ts'
import { useText } from '../texts/texts.tsx'
import { asDock } from './dock.ts'
import { toggleLeft, useLayout } from './layout.ts'
import { SpectatorTabs } from './SpectatorTabs.tsx'
import styles from './TabBar.module.css'

const YouSheet = lazy(() => import('./YouSheet.tsx').then((one) => ({ default: one.YouSheet })))

/** The five tabs on phones. Hidden in conversations, where the compose box is. */
export function TabBar() {
  const text = useText()
  const view = useView()
  const toYou = useUnread((counts) => counts.toYou)
  const direct = useUnread((counts) => counts.direct)
  const isMember = useIsMember()
  const isListing = useLayout(({ isLeftOpen }) => isLeftOpen === 'drawer')
  const [isYou, setYou] = useState(false)
  if (!isMember) return <SpectatorTabs />
  if (view.kind === 'topic' || view.kind === 'dm' || view.kind === 'channel') return null
  const current = (kind: string) => (view.kind === kind && !isListing && !isYou ? 'page' : undefined)
  return (
    <nav className={styles.bar} ref={asDock} aria-label={text('shell.tabs')}>
      <a href={addressOf({ kind: 'inbox' })} aria-current={current('inbox')}>
        <Inbox size={20} aria-hidden="true" />
        {text('view.inbox')}
        <Badge count={toYou} toYou />
      </a>
      <button type="button" aria-current={isListing ? 'page' : undefined} onClick={toggleLeft}>
        <Hash size={20} aria-hidden="true" />
        {text('sidebar.channels')}
      </button>
      <a href={addressOf({ kind: 'dms' })} aria-current={current('dms')}>
        <MessageCircle size={20} aria-hidden="true" />
        {text('tab.direct')}
        <Badge count={direct} toYou />
      </a>
      <a href={addressOf({ kind: 'search', q: '' })} aria-current={current('search')}>
        <Search size={20} aria-hidden="true" />
        {text('common.search')}
      </a>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-current={isYou ? 'page' : undefined}
        onClick={() => setYou(true)}
      >
        <CircleUser size={20} aria-hidden="true" />
        {text('common.you')}
      </button>
      {isYou && (
        <Suspense fallback={null}>
          <YouSheet onClose={() => setYou(false)} />
        </Suspense>
      )}
    </nav>
  )
}
