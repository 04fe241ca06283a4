import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** One sentence on what belongs here, and one thing to do. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <img src="/assets/mark.svg" alt="" width={40} height={40} />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** What failed, in words and with its code, and another try. */
export function ErrorCard({ text, code, children }: { text: string; code?: string; children?: ReactNode }) {
  return (
    <div className={styles.empty} role="alert">
      <p>{text}</p>
      {code !== undefined && <p className={styles.code}>{code}</p>}
      {children}
    </div>
  )
}
