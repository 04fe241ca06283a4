import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { toggleSection, useSidebar } from '../state/sidebar.ts'
import styles from './Sidebar.module.css'

interface Props {
  name: string
  title: string
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Closed unless somebody opened it. */
  startsClosed?: boolean
  children: ReactNode
}

export function SidebarSection({ name, title, actions, startsClosed = false, children }: Props) {
  const isToggled = useSidebar(({ sections }) => sections.has(name))
  const isFiltering = useSidebar(({ filter }) => filter !== '')
  const isOpen = isFiltering || isToggled === startsClosed
  return (
    <section aria-label={title}>
      <div className={styles.heading}>
        <button type="button" aria-expanded={isOpen} onClick={() => toggleSection(name)}>
          {title}
          {isOpen ? (
            <ChevronDown size={13} aria-hidden="true" />
          ) : (
            <ChevronRight size={13} aria-hidden="true" />
          )}
        </button>
        {actions}
      </div>
      {isOpen && children}
    </section>
  )
}
