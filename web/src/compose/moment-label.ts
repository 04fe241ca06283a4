import { listTime, timeOfDay } from '../lib/times.ts'
import { clockAt, dateFormat } from '../lib/zoned.ts'

/** Label of a future time in milliseconds: the time, with the weekday or date unless it is today. */
export function momentLabel(at: number, locale: string, now = Date.now()): string {
  const time = timeOfDay(at / 1_000, locale)
  if (clockAt(at).date === clockAt(now).date) return time
  const isSoon = at - now < 6 * 86_400_000
  const day = isSoon ? dateFormat(locale, { weekday: 'short' }).format(at) : listTime(at / 1_000, locale)
  return `${day} ${time}`
}
