import { addDays, clockAt, dateFormat } from '../lib/zoned.ts'

/** The language of the app. */
export const currentLocale = (): string => globalThis.document?.documentElement.lang || 'en'

const dayAt = (now: number, days: number) => addDays(clockAt(now).date, days)

/** Days that are suggested: today, yesterday, and a week, a month and a year ago. */
export const suggestedDays = (now: number): string[] => [0, -1, -7, -30, -365].map((days) => dayAt(now, days))

/** A day as typed: `2026-11-01`, `2026-11`, `2026`, or today and yesterday, also in the language of the app. */
export function readDay(text: string, now: number, locale: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [days, english] of [
    [0, 'today'],
    [-1, 'yesterday'],
  ] as const) {
    if (typed === english || typed === relative.format(days, 'day').toLowerCase()) return dayAt(now, days)
  }
  const [, year = '', month = '1', day = '1'] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(typed) ?? []
  if (year === '') return undefined
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${written}T00:00:00Z`)
  // Days that a month does not have become other dates.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== written ? undefined : written
}

/** A day as it is read. */
export const dayLabel = (day: string, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
