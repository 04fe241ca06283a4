import { CalendarClock } from 'lucide-react'
import { MenuItem, MenuLabel } from '../components/Menu.tsx'
import { ownStorage } from '../device/shared-computer.ts'
import { listTime, timeOfDay } from '../lib/times.ts'
import { clockAt, dateFormat } from '../lib/zoned.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { useCompose } from './compose.ts'
import styles from './SendButton.module.css'
import { schedulePresets } from './schedule-times.ts'

interface Props {
  denied: string | undefined
  /** In milliseconds. */
  onSchedule: (at: number) => void
}

/** Menu items that send at a later time. */
export function ScheduleItems({ denied, onSchedule }: Props) {
  const text = useText()
  const locale = useLocale()
  const last = Number(ownStorage().getItem('schedule.last') ?? 0)
  return (
    <>
      <MenuLabel>{text('compose.sendLater')}</MenuLabel>
      {schedulePresets(Date.now()).map(({ kind, at }) => (
        <MenuItem
          key={kind}
          icon={<CalendarClock size={16} />}
          denied={denied}
          onSelect={() => onSchedule(at)}
        >
          <span className={styles.preset}>
            {text(`compose.schedule.${kind}`)}
            <small>{momentLabel(at, locale)}</small>
          </span>
        </MenuItem>
      ))}
      {last * 1_000 > Date.now() + 60_000 && (
        <MenuItem
          icon={<CalendarClock size={16} />}
          denied={denied}
          onSelect={() => onSchedule(last * 1_000)}
        >
          <span className={styles.preset}>
            {text('compose.schedule.last')}
            <small>{momentLabel(last * 1_000, locale)}</small>
          </span>
        </MenuItem>
      )}
      <MenuItem
        icon={<CalendarClock size={16} />}
        denied={denied}
        onSelect={() => useCompose.setState({ dialog: 'schedule' })}
      >
        {text('compose.schedule.pick')}
      </MenuItem>
    </>
  )
}

/** Label of a future time in milliseconds: the time, with the weekday or date unless it is today. */
function momentLabel(at: number, locale: string, now = Date.now()): string {
  const time = timeOfDay(at / 1_000, locale)
  if (clockAt(at).date === clockAt(now).date) return time
  const isSoon = at - now < 6 * 86_400_000
  const day = isSoon ? dateFormat(locale, { weekday: 'short' }).format(at) : listTime(at / 1_000, locale)
  return `${day} ${time}`
}
