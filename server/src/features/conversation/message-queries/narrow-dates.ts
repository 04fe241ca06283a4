import { badNarrow, type Operand, wordOf } from './narrow-operands.ts'

const dayMs = 86_400_000

/** The first moment of a day such as `2026-11-01`, and of the day after it, in a time zone. */
export function dayOf(operand: Operand, timeZone: string): { start: number; end: number } {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(wordOf(operand)) ?? []
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // Days that a month does not have become other dates.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== operand)
    throw badNarrow('narrow-date-invalid', {})
  return { start: momentOf(midnight, timeZone), end: momentOf(midnight + dayMs, timeZone) }
}

/** The moment at which clocks in a zone show a time, which is given as if they showed UTC. */
function momentOf(shown: number, timeZone: string): number {
  const format = formatIn(timeZone)
  const offsetAt = (moment: number) => shownAt(format, moment) - moment
  return shown - offsetAt(shown - offsetAt(shown))
}

const clockOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...clockOptions, timeZone: timeZone || 'UTC' })
  } catch {
    // A zone of another version of the time zone database.
    return new Intl.DateTimeFormat('en-US', { ...clockOptions, timeZone: 'UTC' })
  }
}

function shownAt(format: Intl.DateTimeFormat, moment: number): number {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** Bounds on IDs: none outside has a date that the narrow asks for. */
export interface IdBounds {
  from: number
  below: number
}
