import { Menu, PenLine, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../components/Button.tsx'
import { newTopic } from '../compose/compose.ts'
import { focusSearch } from '../search/search-field.ts'
import { useIsMember } from '../session/member.ts'
import { useText } from '../texts/texts.tsx'
import { openSwitcher } from './dialogs.ts'
import { isNarrow, toggleLeft, useLayout } from './layout.ts'
import styles from './ScreenHeader.module.css'

/** The header of a view that is not a feed. */
export function ScreenHeader({ title, children }: { title: string; children?: ReactNode }) {
  const text = useText()
  const isLeftOpen = useLayout((layout) => layout.isLeftOpen)
  const isMember = useIsMember()
  return (
    <header className={styles.header}>
      {(isLeftOpen === false || isNarrow()) && (
        <IconButton
          className={styles.left ?? ''}
          label={text('shell.showLeft')}
          keys="L"
          icon={<Menu size={18} />}
          onClick={toggleLeft}
        />
      )}
      <h1 title={title}>{title}</h1>
      {children}
      <IconButton
        className={styles.search ?? ''}
        label={text('common.search')}
        keys="/"
        icon={<Search size={18} />}
        onClick={() => focusSearch(undefined)}
      />
      {isMember && (
        <span className={styles.phone}>
          <IconButton label={text('touch.goAnywhere')} icon={<Search size={20} />} onClick={openSwitcher} />
          <IconButton label={text('sidebar.newMessage')} icon={<PenLine size={20} />} onClick={newTopic} />
        </span>
      )}
    </header>
  )
}
