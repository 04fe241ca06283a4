import styles from './Badge.module.css'

interface Props {
  count: number
  /** Includes direct messages or mentions. */
  toYou?: boolean
  muted?: boolean
  label?: string
}

/** A count of unread messages; empty for zero. */
export function Badge({ count, toYou, muted, label }: Props) {
  if (count === 0) return null
  return (
    <span
      className={styles.badge}
      data-to-you={toYou || undefined}
      data-muted={muted || undefined}
      title={String(count)}
    >
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      {label !== undefined && <span className="hidden-visually">{label}</span>}
    </span>
  )
}
