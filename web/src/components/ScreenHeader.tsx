import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { isNarrow, toggleLeft, useLayout } from '../state/layout.ts'
import { useText } from '../texts/texts.tsx'
import { IconButton } from './Button.tsx'
import styles from './ScreenHeader.module.css'

/** The head of a view that is no list of messages: its title, and what can be done. */
export function ScreenHeader({ title, children }: { title: string; children?: ReactNode }) {
  const text = useText()
  const isLeftOpen = useLayout((layout) => layout.isLeftOpen)
  return (
    <header className={styles.header}>
      {(isLeftOpen === false || isNarrow()) && (
        <IconButton label={text('shell.showLeft')} keys="L" icon={<Menu size={18} />} onClick={toggleLeft} />
      )}
      <h1>{title}</h1>
      {children}
    </header>
  )
}
