import { PanelLeftClose, PenLine, Search } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from '../components/Button.tsx'
import { newTopic } from '../compose/compose.ts'
import { useIsMember } from '../session/member.ts'
import { useText } from '../texts/texts.tsx'
import { toggleLeft } from './layout.ts'
import { OrganizationMenu } from './OrganizationMenu.tsx'
import styles from './Sidebar.module.css'
import { type SidebarList, SidebarTree } from './SidebarTree.tsx'
import { useSidebar } from './sidebar.ts'

/** The left sidebar: views, direct conversations, channels with their topics. */
export function Sidebar() {
  const text = useText()
  const isMember = useIsMember()
  const filter = useSidebar((state) => state.filter)
  const list = useRef<SidebarList>(null)
  const setFilter = (value: string) => useSidebar.setState({ filter: value })
  const onFilterKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      if (filter === '') event.currentTarget.blur()
      setFilter('')
    } else if (event.key === 'Enter') list.current?.openFirst()
    else if (event.key === 'ArrowDown') list.current?.focusFirst()
    else return
    event.preventDefault()
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
            onClick={newTopic}
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
      <SidebarTree ref={list} />
    </div>
  )
}
