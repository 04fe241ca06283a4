/** Calendar dates and clock times of a zone, computed with Intl only. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** A cached format: creating one is slow. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

/** Formats cache the zone of the browser, which may have changed. */
export function clearFormats(): void {
  formats.clear()
  cachedDates.clear()
}

interface Clock {
  /** As in `2026-11-14`. */
  date: string
  hour: number
  minute: number
}

const clockFields: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}

/** Date and clock time of a zone at a time in milliseconds. */
export function clockAt(moment: number, zone?: string): Clock & { asUtc: number } {
  const parts: Record<string, number> = {}
  for (const { type, value } of dateFormat('en-US', { ...clockFields, timeZone: zone }).formatToParts(
    moment,
  )) {
    parts[type] = Number(value)
  }
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    date: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`,
    hour,
    minute,
    asUtc: Date.UTC(year, month - 1, day, hour, minute, second),
  }
}

/** Zone offsets are multiples of a quarter hour, so the date is constant within one. */
const quarterHourSeconds = 900
const cachedDates = new Map<string, string>()
const maxCachedDates = 50_000

/** The calendar date of a message time in seconds. Cached, because it is called for every message of every list. */
export function dateOf(timestamp: number, zone?: string): string {
  const key = `${Math.floor(timestamp / quarterHourSeconds)} ${zone ?? ''}`
  const known = cachedDates.get(key)
  if (known !== undefined) return known
  const { date } = clockAt(timestamp * 1000, zone)
  if (cachedDates.size >= maxCachedDates) cachedDates.clear()
  cachedDates.set(key, date)
  return date
}

/** Adds days to a calendar date. */
export function addDays(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

/** Monday is 1, Sunday 7. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

/**
 * The time in milliseconds at which the clock of a zone shows a time. A skipped time is resolved to the one after the change of
 * clocks, a repeated one to the first.
 */
export function momentOf(date: string, hour: number, minute: number, zone?: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const wanted = Date.UTC(year, month - 1, day, hour, minute)
  const offsetAt = (moment: number) => clockAt(moment, zone).asUtc - Math.floor(moment / 1000) * 1000
  // The offset is that of a day before or after: no zone changes its clocks twice in two days.
  const around = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)]
  const exact = around
    .map((offset) => wanted - offset)
    .filter((moment) => clockAt(moment, zone).asUtc === wanted)
  return exact.length > 0 ? Math.min(...exact) : wanted - Math.min(...around)
}
