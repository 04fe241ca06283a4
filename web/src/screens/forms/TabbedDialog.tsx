import type { ReactNode } from 'react'
import { Dialog } from '../../components/Dialog.tsx'
import type { View } from '../../navigation/narrow.ts'
import { leaveDialog } from '../../navigation/router.ts'
import { ReplacingLink } from './Sections.tsx'
import styles from './TabbedDialog.module.css'

export interface Tab {
  id: string
  label: string
  view: View
}

interface Props {
  title: string
  tabs: readonly Tab[]
  current: string
  children: ReactNode
}

/** A dialog with tabs that have addresses. */
export function TabbedDialog({ title, tabs, current, children }: Props) {
  return (
    <Dialog title={title} isName size="large" onClose={leaveDialog}>
      <nav className={styles.tabs} aria-label={title}>
        {tabs.map(({ id, label, view }) => (
          <ReplacingLink key={id} view={view} current={id === current} className={styles.tab}>
            {label}
          </ReplacingLink>
        ))}
      </nav>
      <div className={styles.body} key={current}>
        {children}
      </div>
    </Dialog>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  options: readonly { id: T; label: string }[]
  current: T
  onChange: (id: T) => void
}

/** Tabs without addresses. */
export function Choices<T extends string>({ label, options, current, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          className={styles.tab}
          aria-pressed={option.id === current}
          onClick={() => onChange(option.id)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
