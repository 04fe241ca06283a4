import { Check, ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { SetupStep } from '../../onboarding/owner-setup.ts'
import { useText } from '../../texts/texts.tsx'
import { ChannelStep } from './ChannelStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { IconStep } from './IconStep.tsx'
import { ImportStep } from './ImportStep.tsx'
import { InviteStep } from './InviteStep.tsx'
import { NamesStep } from './NamesStep.tsx'
import styles from './OwnerSetup.module.css'
import type { StepProps } from './step-props.ts'

const bodies: Record<SetupStep, (props: StepProps) => ReactNode> = {
  names: NamesStep,
  invite: InviteStep,
  channel: ChannelStep,
  icon: IconStep,
  import: ImportStep,
  email: EmailStep,
}

/** The ID of the button that opens a step. */
export const toggleId = (step: SetupStep) => `setup-${step}`

interface Props extends StepProps {
  step: SetupStep
  isOpen: boolean
  onToggle: () => void
}

/** A step of the setup, with its fields while it is open. */
export function SetupStepRow({ step, isDone, isOpen, onLeave, onToggle }: Props) {
  const text = useText()
  const id = useId()
  const Body = bodies[step]
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <h3>
        <button
          type="button"
          id={toggleId(step)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <span className={styles.mark} aria-hidden="true">
            {isDone && <Check size={13} strokeWidth={3} />}
          </span>
          <span className={styles.name}>
            {text(`setup.${step}`)}
            {isDone && <span className="hidden-visually"> ({text('setup.stepDone')})</span>}
          </span>
          <Chevron size={16} aria-hidden="true" />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className={styles.body}>
          <Body isDone={isDone} onLeave={onLeave} />
        </div>
      )}
    </li>
  )
}
