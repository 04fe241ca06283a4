import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'
import { Switch } from './Switch.tsx'

interface Common {
  label: string
  hint?: ReactNode
  /** Validation error. */
  problem?: string | undefined
}

/** A text field with a label, and a hint or an error below. */
export function TextField({ label, hint, problem, className, ...rest }: Common & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        dir="auto"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-note`}
        data-autofocus={rest.autoFocus || undefined}
        {...rest}
      />
      <Note id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  )
}

export function TextArea({ label, hint, problem, className, ...rest }: Common & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-note`}
        {...rest}
      />
      <Note id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  )
}

interface Choices extends Common, Omit<ComponentProps<'select'>, 'onChange'> {
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

export function SelectField({ label, hint, problem, options, onChange, className, ...rest }: Choices) {
  const id = useId()
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-describedby={`${id}-note`}
        {...rest}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Note id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  )
}

interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  denied?: string | undefined
  onChange: (checked: boolean) => void
}

/** A switch that takes effect immediately. */
export function SwitchField({ label, hint, checked, denied, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.switch} title={denied}>
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      <Switch id={id} checked={checked} denied={denied} onChange={onChange} />
    </div>
  )
}

function Note({ id, hint, problem }: { id: string; hint: ReactNode; problem: string | undefined }) {
  if (problem !== undefined) {
    return (
      <p id={id} className={styles.problem} role="alert">
        {problem}
      </p>
    )
  }
  return hint === undefined ? null : (
    <p id={id} className={styles.hint}>
      {hint}
    </p>
  )
}
