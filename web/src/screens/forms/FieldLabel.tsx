import type { ReactNode } from 'react'
import styles from './FieldLabel.module.css'

/** A label above a control that has its own accessible name. */
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
