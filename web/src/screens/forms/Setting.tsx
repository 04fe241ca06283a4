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
  isPartOfLabels = false,
  children,
}: {
  title?: ReactNode
  note?: ReactNode
  /** The labels in it need the title to be understood, so screen readers read it with them. */
  isPartOfLabels?: boolean
  children: ReactNode
}) {
  const id = useId()
  const named = isPartOfLabels ? ({ role: 'group', 'aria-labelledby': id } as const) : {}
  return (
    <section className={styles.group} {...named}>
      {title !== undefined && <h2 id={id}>{title}</h2>}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  )
}

/** Explains the purpose of a page. */
export const SectionNote = ({ children }: { children: ReactNode }) => (
  <p className={styles.note}>{children}</p>
)

/** Explains why a page is read-only. */
export const ReadOnlyNote = ({ children }: { children: ReactNode }) => (
  <p className={styles.readOnly}>{children}</p>
)
