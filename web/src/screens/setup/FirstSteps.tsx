import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { newTopic } from '../../compose/compose.ts'
import { LearnMore } from '../../help/HelpLinks.tsx'
import { addressOf } from '../../navigation/router.ts'
import {
  allowNotifications,
  doneFirstSteps,
  endFirstSteps,
  type FirstStep,
  firstSteps,
  useFirstRun,
} from '../../onboarding/first-run.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './OwnerSetup.module.css'

/** The first steps of a new user. Ends by itself when everything is done. */
export function FirstSteps() {
  const text = useText()
  const heading = useId()
  const { hasSent, permission } = useFirstRun()
  const done = useOrg((state) => doneFirstSteps(state, { hasSent, permission }).join(' ')).split(' ')
  const count = firstSteps.filter((step) => done.includes(step)).length
  const isFinished = count === firstSteps.length
  useEffect(() => {
    if (isFinished) endFirstSteps()
  }, [isFinished])
  const actions: Record<FirstStep, ReactNode> = {
    message: (
      <Button size="small" onClick={newTopic}>
        {text('firstRun.messageAction')}
      </Button>
    ),
    picture: (
      <a href={addressOf({ kind: 'settings', section: 'profile' })}>{text('firstRun.pictureAction')}</a>
    ),
    notifications: (
      <Button size="small" onClick={() => void allowNotifications()}>
        {text('firstRun.notificationsAction')}
      </Button>
    ),
    topic: <LearnMore page="topics" />,
  }
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text('firstRun.label')}</h2>
        <span className={styles.progress}>{text('setup.progress', { count, of: firstSteps.length })}</span>
        <IconButton
          size="small"
          label={text('firstRun.dismiss')}
          icon={<X size={16} />}
          onClick={endFirstSteps}
        />
      </header>
      <ul>
        {firstSteps.map((step) => (
          <li key={step} className={styles.line} data-done={done.includes(step) || undefined}>
            <span className={styles.mark} aria-hidden="true">
              {done.includes(step) && <Check size={13} strokeWidth={3} />}
            </span>
            <span className={styles.name}>
              {text(`firstRun.${step}`)}
              {done.includes(step) && <span className="hidden-visually"> ({text('setup.stepDone')})</span>}
            </span>
            {!done.includes(step) && actions[step]}
          </li>
        ))}
      </ul>
    </section>
  )
}
