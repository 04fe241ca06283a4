import { X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { HelpIcon } from '../../help/HelpLinks.tsx'
import type { HelpPage } from '../../help/sections.ts'
import type { View } from '../../navigation/narrow.ts'
import { addressOf, leaveDialog, navigate } from '../../navigation/router.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Sections.module.css'

export interface Section {
  id: string
  label: string
  icon?: ReactNode
  view: View
  /** The help page about it. */
  help?: HelpPage
}

interface Props {
  title: string
  sections: readonly Section[]
  current: string
  /** A search field above the sections. */
  tools?: ReactNode
  /** Replaces the name of the section. */
  heading?: string | undefined
  children: ReactNode
}

/** Focuses the heading of an opened section, so that screen readers announce it. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus()

const scrollIntoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' })

/** A dialog with a navigation of sections; on small screens the navigation is a list. */
export function Sections({ title, sections, current, tools, heading, children }: Props) {
  const text = useText()
  const shown = sections.find(({ id }) => id === current)
  return (
    <Dialog title={title} size="full" onClose={leaveDialog} bare>
      <div className={styles.layout}>
        <nav className={styles.nav} aria-label={title}>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          {tools}
          <ul>
            {sections.map((section) => (
              <li key={section.id}>
                <ReplacingLink view={section.view} current={section.id === current}>
                  {section.icon}
                  <span>{section.label}</span>
                </ReplacingLink>
              </li>
            ))}
          </ul>
          <select
            aria-label={title}
            value={current}
            onChange={({ target }) => {
              const chosen = sections.find(({ id }) => id === target.value)
              if (chosen !== undefined) navigate(chosen.view, { replace: true })
            }}
          >
            {sections.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </nav>
        <section className={styles.content}>
          <header className={styles.head}>
            <h1 ref={focusHeading} tabIndex={-1}>
              {heading ?? shown?.label}
            </h1>
            {shown?.help !== undefined && heading === undefined && (
              <HelpIcon page={shown.help} subject={shown.label} />
            )}
            <IconButton
              label={text('common.close')}
              keys="Esc"
              icon={<X size={18} />}
              onClick={leaveDialog}
            />
          </header>
          <div className={styles.scroller} key={current}>
            {children}
          </div>
        </section>
      </div>
    </Dialog>
  )
}

/** A link within a dialog that replaces the history entry. */
export function ReplacingLink({
  view,
  current,
  className,
  children,
}: {
  view: View
  current: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(view, { replace: true })
  }
  return (
    <a
      ref={current ? scrollIntoView : undefined}
      className={className ?? styles.link}
      href={addressOf(view)}
      aria-current={current ? 'page' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}
