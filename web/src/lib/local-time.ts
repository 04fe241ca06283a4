import { parseTimeZone } from './parse.ts'

/** The current time in a zone, with the weekday if it differs. Empty for unknown zones. */
export function localTimeOf(zone: string, locale: string, now = new Date()): string {
  const timeZone = parseTimeZone(zone)
  if (timeZone === undefined) return ''
  const here = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).format(now)
  const there = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone }).format(now)
  return new Intl.DateTimeFormat(locale, {
    timeStyle: here === there ? 'short' : undefined,
    ...(here === there ? {} : { weekday: 'short', hour: 'numeric', minute: '2-digit' }),
    timeZone,
  }).format(now)
}
