import { CircleQuestionMark } from 'lucide-react'
import { Tooltip } from '../components/Tooltip.tsx'
import { addressOf } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'
import styles from './HelpLinks.module.css'
import type { HelpPage } from './sections.ts'

/** Leads from an empty view to the page about it. */
export function LearnMore({ page }: { page: HelpPage }) {
  const text = useText()
  return (
    <a className={styles.more} href={addressOf({ kind: 'help', page })}>
      {text('help.learnMore')}
    </a>
  )
}

/** A question mark that leads to the page about something. `subject`: its name. */
export function HelpIcon({ page, subject }: { page: HelpPage; subject: string }) {
  const text = useText()
  const label = text('help.about', { page: subject })
  return (
    <Tooltip text={label}>
      <a className={styles.icon} href={addressOf({ kind: 'help', page })} aria-label={label}>
        <CircleQuestionMark size={18} aria-hidden="true" />
      </a>
    </Tooltip>
  )
}
