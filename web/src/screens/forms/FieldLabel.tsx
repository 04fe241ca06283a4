import type { ReactNode } from 'react'
import styles from './FieldLabel.module.css'

/** A heading above a control that names itself, so that it is not read twice. */
export function FieldLabel({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <p className={styles.label} aria-hidden="true">
        {label}
      </p>
      {children}
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}
