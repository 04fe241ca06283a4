import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** One sentence about an empty view, and one action. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <img src="/assets/mark.svg" alt="" width={40} height={40} />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** An error with its text and code, and a way to retry. */
export function ErrorCard({ text, code, children }: { text: string; code?: string; children?: ReactNode }) {
  return (
    <div className={styles.empty} role="alert">
      <p>{text}</p>
      {code !== undefined && <p className={styles.code}>{code}</p>}
      {children}
    </div>
  )
}
