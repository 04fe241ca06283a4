import type { Statistics } from '@loquat/contract'
import { useLocale, useText } from '../../../texts/texts.tsx'
import { fileSize } from '../../settings/file-size.ts'
import styles from './Statistics.module.css'

/** The main figures, and until when they are counted. */
export function Summary({ statistics }: { statistics: Statistics }) {
  const text = useText()
  const locale = useLocale()
  const { days, counted_until: countedUntil, is_complete: isComplete } = statistics
  const today = days.at(-1)
  const messages = days.reduce(
    (sum, day) => sum + day.public_messages + day.private_messages + day.direct_messages + day.bot_messages,
    0,
  )
  const figures = [
    ['statistics.total.active', (today?.active_users_30_days ?? 0).toLocaleString(locale)],
    ['statistics.total.today', (today?.active_users ?? 0).toLocaleString(locale)],
    ['statistics.total.messages', messages.toLocaleString(locale)],
    ['statistics.total.storage', fileSize(today?.storage_bytes ?? 0, locale)],
  ] as const
  const time =
    countedUntil === null
      ? undefined
      : new Date(countedUntil * 1_000).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      <dl className={styles.summary}>
        {figures.map(([id, value]) => (
          <div key={id}>
            <dt>{text(id)}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {text('statistics.utc')}{' '}
        {time === undefined
          ? text('statistics.uncounted')
          : text(isComplete ? 'statistics.counted' : 'statistics.counting', { time })}
      </p>
    </>
  )
}
