import styles from './Badge.module.css'

interface Props {
  count: number
  /** Something among it concerns the reader. */
  toYou?: boolean
  muted?: boolean
  label?: string
}

/** A number of unread messages; nothing for none. */
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
