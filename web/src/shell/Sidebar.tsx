import { PanelLeftClose, PenLine, Search } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from '../components/Button.tsx'
import { openNewMessage } from '../state/actions/compose.ts'
import { toggleLeft } from '../state/layout.ts'
import { useIsMember } from '../state/member.ts'
import { useSidebar } from '../state/sidebar.ts'
import { useText } from '../texts/texts.tsx'
import { OrganizationMenu } from './OrganizationMenu.tsx'
import styles from './Sidebar.module.css'
import { SidebarChannels } from './SidebarChannels.tsx'
import { SidebarDirect } from './SidebarDirect.tsx'
import { SidebarViews } from './SidebarViews.tsx'

/** Where one can go: views, direct conversations, channels with their topics. */
export function Sidebar() {
  const text = useText()
  const isMember = useIsMember()
  const filter = useSidebar((state) => state.filter)
  const list = useRef<HTMLDivElement>(null)
  const setFilter = (value: string) => useSidebar.setState({ filter: value })
  const onFilterKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      if (filter === '') event.currentTarget.blur()
      setFilter('')
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      const first = list.current?.querySelector<HTMLAnchorElement>('a[href]')
      if (event.key === 'Enter') first?.click()
      else first?.focus()
      event.preventDefault()
    }
  }
  return (
    <div className={styles.sidebar}>
      <div className={styles.top}>
        <OrganizationMenu />
        {isMember && (
          <IconButton
            label={text('sidebar.newMessage')}
            keys="C"
            icon={<PenLine size={18} />}
            onClick={openNewMessage}
          />
        )}
        <IconButton
          label={text('sidebar.hide')}
          keys="L"
          icon={<PanelLeftClose size={18} />}
          onClick={toggleLeft}
        />
      </div>
      <div className={styles.filter}>
        <Search size={15} aria-hidden="true" />
        <input
          type="search"
          data-shortcut="left-filter"
          value={filter}
          placeholder={text('sidebar.filter')}
          aria-label={text('sidebar.filter')}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={onFilterKey}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links inside */}
      <div className={styles.list} ref={list} onKeyDown={moveByArrows}>
        {filter === '' && <SidebarViews />}
        {isMember && <SidebarDirect />}
        <SidebarChannels />
      </div>
    </div>
  )
}

/** Arrows go from link to link; right opens, left closes. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at === -1) return
  if (step !== undefined) {
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus()
    event.preventDefault()
  } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    const toggle = links[at]?.parentElement?.querySelector<HTMLElement>('[data-toggle]')
    const isOpen = toggle?.getAttribute('aria-expanded') === 'true'
    if (toggle !== null && toggle !== undefined && isOpen === (event.key === 'ArrowLeft')) toggle.click()
    event.preventDefault()
  }
}
