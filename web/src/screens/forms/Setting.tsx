import { Check, LoaderCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../texts/texts.tsx'
import styles from './Setting.module.css'
import type { Phase } from './saving.ts'

interface LineProps {
  /** ID of the control. */
  id: string
  label: string
  effect?: ReactNode
  /** Why the reader cannot change it. */
  denied?: string | undefined
  problem?: string | undefined
  phase?: Phase
  /** Places the control below the label instead of beside it. */
  wide?: boolean
  children: ReactNode
}

/** One setting: label, description and control. */
export function SettingLine({
  id,
  label,
  effect,
  denied,
  problem,
  phase = 'idle',
  wide,
  children,
}: LineProps) {
  return (
    <div className={styles.line} data-wide={wide || undefined}>
      <div className={styles.words}>
        <label htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        <SavedMark phase={phase} />
        <div id={`${id}-note`}>
          {effect !== undefined && <p className={styles.effect}>{effect}</p>}
          {denied !== undefined && <p className={styles.denied}>{denied}</p>}
          {problem !== undefined && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}

/** Announces that a setting was saved. */
export function SavedMark({ phase }: { phase: Phase }) {
  const text = useText()
  return (
    <span role="status" className={styles.mark} data-phase={phase}>
      {phase === 'saved' && (
        <>
          <Check size={15} aria-hidden="true" />
          {text('common.saved')}
        </>
      )}
      {phase === 'saving' && <LoaderCircle size={15} aria-label={text('common.loading')} />}
    </span>
  )
}

/** A group of settings with a heading. */
export function SettingGroup({
  title,
  note,
  children,
}: {
  title?: ReactNode
  note?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  const named = title === undefined ? {} : ({ role: 'group', 'aria-labelledby': id } as const)
  // A group with a name, because labels in it can be short.
  return (
    <section className={styles.group} {...named}>
      {title !== undefined && <h2 id={id}>{title}</h2>}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  )
}

/** Explains why a page is read-only. */
export const ReadOnlyNote = ({ children }: { children: ReactNode }) => (
  <p className={styles.readOnly}>{children}</p>
)
