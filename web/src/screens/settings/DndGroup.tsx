import { useEffect, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { endQuiet, quietFor, quietTillTomorrow, setQuiet, useDnd } from '../../notifications/dnd.ts'
import { quietUntil } from '../../notifications/dnd-times.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { AutoSwitch } from '../forms/AutoField.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import styles from './Settings.module.css'

const workdays = [1, 2, 3, 4, 5]
/** Monday first. */
const week = [1, 2, 3, 4, 5, 6, 0]
const dayName = (day: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(new Date(2026, 10, 15 + day))

/** Do not disturb, on this device. */
export function DndGroup() {
  const text = useText()
  const locale = useLocale()
  const quiet = useDnd()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const until = quietUntil(quiet, Math.max(now, Date.now()))
  const time =
    until === undefined
      ? ''
      : new Date(until).toLocaleString(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' })
  const { weekly } = quiet
  const done = () => Promise.resolve(undefined)
  return (
    <SettingGroup
      title={text('settings.dnd')}
      note={until === undefined ? text('settings.dnd.effect') : text('settings.dnd.until', { time })}
    >
      <div className={lists.buttons}>
        {quiet.until !== undefined && until !== undefined && (
          <Button kind="primary" onClick={endQuiet}>
            {text('settings.dnd.end')}
          </Button>
        )}
        <Button onClick={() => quietFor(30)}>{text('settings.dnd.half')}</Button>
        <Button onClick={() => quietFor(120)}>{text('settings.dnd.two')}</Button>
        <Button onClick={quietTillTomorrow}>{text('settings.dnd.tomorrow')}</Button>
      </div>
      <AutoSwitch
        label={text('settings.dnd.weekly')}
        effect={text('settings.dnd.weekly.effect')}
        value={weekly !== undefined}
        save={(isOn) => {
          setQuiet({ weekly: isOn ? { days: workdays, from: '18:00', to: '08:00' } : undefined })
          return done()
        }}
      />
      {weekly !== undefined && (
        <>
          <div className={styles.days}>
            {week.map((day) => (
              <Button
                key={day}
                size="small"
                aria-pressed={weekly.days.includes(day)}
                onClick={() =>
                  setQuiet({
                    weekly: {
                      ...weekly,
                      days: weekly.days.includes(day)
                        ? weekly.days.filter((one) => one !== day)
                        : [...weekly.days, day],
                    },
                  })
                }
              >
                {dayName(day, locale)}
              </Button>
            ))}
          </div>
          <div className={styles.times}>
            <input
              type="time"
              aria-label={text('settings.dnd.from')}
              value={weekly.from}
              onChange={({ target }) => setQuiet({ weekly: { ...weekly, from: target.value } })}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              aria-label={text('settings.dnd.to')}
              value={weekly.to}
              onChange={({ target }) => setQuiet({ weekly: { ...weekly, to: target.value } })}
            />
          </div>
        </>
      )}
    </SettingGroup>
  )
}
