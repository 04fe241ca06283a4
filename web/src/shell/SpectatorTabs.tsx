import { Clock, Hash, LogIn, Search } from 'lucide-react'
import { addressOf, useView } from '../navigation/router.ts'
import { useLoginAddress } from '../session/member.ts'
import { useText } from '../texts/texts.tsx'
import { asDock } from './dock.ts'
import { toggleLeft } from './layout.ts'
import styles from './TabBar.module.css'

/** Tabs for spectators on phones, with the login. */
export function SpectatorTabs() {
  const text = useText()
  const { kind } = useView()
  const login = useLoginAddress()
  return (
    <nav className={styles.bar} ref={asDock} aria-label={text('shell.tabs')}>
      <a href={addressOf({ kind: 'recent' })} aria-current={kind === 'recent' ? 'page' : undefined}>
        <Clock size={20} aria-hidden="true" />
        {text('view.recent')}
      </a>
      <button type="button" onClick={toggleLeft}>
        <Hash size={20} aria-hidden="true" />
        {text('sidebar.channels')}
      </button>
      <a href={addressOf({ kind: 'search', q: '' })} aria-current={kind === 'search' ? 'page' : undefined}>
        <Search size={20} aria-hidden="true" />
        {text('common.search')}
      </a>
      <a href={login}>
        <LogIn size={20} aria-hidden="true" />
        {text('session.logIn')}
      </a>
    </nav>
  )
}
