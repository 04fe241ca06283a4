import { create } from 'zustand'
import { useOrg } from '../session/session.ts'
import { memoized } from './memoized.ts'
import { nextMidnight, type TimeStyle } from './times.ts'
import { clearFormats } from './zoned.ts'

/** Changes at midnight and when the time zone changes, which affects the labels of days. */
export const useDays = create<{ version: number }>(() => ({ version: 0 }))
const countUp = () => useDays.setState(({ version }) => ({ version: version + 1 }))

const currentZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export function startClock(): void {
  let zone = currentZone()
  let midnight = nextMidnight(Date.now())
  const check = () => {
    if (currentZone() !== zone) {
      zone = currentZone()
      clearFormats()
    } else if (Date.now() < midnight) return
    midnight = nextMidnight(Date.now())
    countUp()
  }
  addEventListener('focus', check)
  setInterval(check, 30_000)
}

const styleOf = memoized(
  (org) => [org.user_settings?.twenty_four_hour_time],
  ({ user_settings: settings }): TimeStyle => {
    const isTwentyFour = settings?.twenty_four_hour_time ?? undefined
    return isTwentyFour === undefined ? {} : { isTwentyFour }
  },
)
/** The reader's time format. */
export const useTimeStyle = (): TimeStyle => useOrg(styleOf)
