import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import {
  dismissSetup,
  doneSteps,
  finishStep,
  type SetupStep,
  setupSteps,
  useOwnerSetup,
} from '../../onboarding/owner-setup.ts'
import { org, useOrg } from '../../session/session.ts'
import { useImport } from '../../settings/imports.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './OwnerSetup.module.css'
import { SetupStepRow, toggleId } from './SetupStepRow.tsx'

/** The setup panel of a new organization: its steps in any order. */
export function OwnerSetup() {
  const text = useText()
  const heading = useId()
  const finished = useOwnerSetup((state) => state.finished)
  const done = useOrg((state) => doneSteps(state).join(' '))
  const hasImport = (useImport().value?.realm_import ?? null) !== null
  useEffect(() => {
    if (hasImport) finishStep('import')
  }, [hasImport])
  const isDone = (step: SetupStep) => finished.includes(step) || done.split(' ').includes(step)
  // A step stays open when it becomes done, because it may show a result.
  const [current, setCurrent] = useState<SetupStep | undefined>(() => {
    const before = doneSteps(org())
    return setupSteps.find((step) => !finished.includes(step) && !before.includes(step))
  })
  const count = setupSteps.filter(isDone).length
  const next = setupSteps.find((step) => !isDone(step))
  const open = (step: SetupStep) => {
    setCurrent(step)
    // After rendering: the pressed button is unmounted, and the fields of the step exist.
    requestAnimationFrame(() => {
      const toggle = document.getElementById(toggleId(step))
      const field = toggle?.closest('li')?.querySelector<HTMLElement>('input:not([readonly]), textarea')
      ;(field ?? toggle)?.focus()
    })
  }
  const leave = (step: SetupStep) => {
    finishStep(step)
    const following = setupSteps.find((one) => one !== step && !isDone(one))
    if (following === undefined) setCurrent(undefined)
    else open(following)
  }
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{text('setup.title')}</h2>
        <span className={styles.progress}>{text('setup.progress', { count, of: setupSteps.length })}</span>
        <IconButton
          size="small"
          label={text('setup.dismiss')}
          icon={<X size={16} />}
          onClick={dismissSetup}
        />
      </header>
      <ol>
        {setupSteps.map((step) => (
          <SetupStepRow
            key={step}
            step={step}
            isDone={isDone(step)}
            isOpen={step === current}
            onLeave={() => leave(step)}
            onToggle={() => setCurrent(step === current ? undefined : step)}
          />
        ))}
      </ol>
      {next === undefined ? (
        <footer>
          <p role="status">{text('setup.allDone')}</p>
          <Button kind="primary" onClick={dismissSetup}>
            {text('common.done')}
          </Button>
        </footer>
      ) : (
        current !== undefined &&
        isDone(current) && (
          <footer>
            <Button kind="primary" onClick={() => open(next)}>
              {text('setup.next')}
            </Button>
          </footer>
        )
      )}
    </section>
  )
}
