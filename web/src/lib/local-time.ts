import { parseTimeZone } from './parse.ts'

/** What time it is where somebody is, and on which day if that is another one. Empty for zones that this browser does not know. */
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
