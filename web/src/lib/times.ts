import { addDays, clockAt, dateFormat, momentOf } from './zoned.ts'

export { dateOf } from './zoned.ts'

export interface TimeStyle {
  /** The reader's `twenty_four_hour_time`; undefined for the default of the language. */
  isTwentyFour?: boolean
  /** Default: the zone of the browser. */
  zone?: string
}

const hourOptions = ({ isTwentyFour, zone }: TimeStyle): Intl.DateTimeFormatOptions => ({
  ...(isTwentyFour === undefined ? {} : { hourCycle: isTwentyFour ? 'h23' : 'h12' }),
  timeZone: zone,
})

/** Whether times in a language are usually written as 13:00 rather than 1:00 PM. */
export const usesTwentyFourHours = (locale: string): boolean =>
  dateFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23'

/** The time of a message, given in seconds. */
export const timeOfDay = (timestamp: number, locale: string, style: TimeStyle = {}): string =>
  dateFormat(locale, { hour: 'numeric', minute: '2-digit', ...hourOptions(style) }).format(timestamp * 1000)

/** Full date, time with seconds, and zone. */
export const exactTime = (timestamp: number, locale: string, style: TimeStyle = {}): string =>
  dateFormat(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...hourOptions(style),
  }).format(timestamp * 1000)

/** Today, Yesterday, or the weekday and date, with the year unless it is the current one. */
export function dayLabel(date: string, locale: string, now = Date.now(), zone?: string): string {
  const today = clockAt(now, zone).date
  const near = [0, -1].find((days) => addDays(today, days) === date)
  if (near !== undefined) return capitalize(relativeDay(locale, near), locale)
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  // The date is parsed as UTC, so it is formatted as UTC.
  return dateFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(Date.parse(`${date}T12:00:00Z`))
}

const relativeDay = (locale: string, days: number) =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')

const capitalize = (text: string, locale: string) => {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(locale) + rest.join('')
}

/** Short, for lists: the time today, else the date. */
export function listTime(timestamp: number, locale: string, style: TimeStyle = {}, now = Date.now()): string {
  const today = clockAt(now, style.zone).date
  const { date } = clockAt(timestamp * 1000, style.zone)
  if (date === today) return timeOfDay(timestamp, locale, style)
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: style.zone,
  }).format(timestamp * 1000)
}

/** When the labels of days change next, in milliseconds. */
export const nextMidnight = (now: number, zone?: string): number =>
  momentOf(addDays(clockAt(now, zone).date, 1), 0, 0, zone)
