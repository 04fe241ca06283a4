import { type Moment, readDate } from './read-date.ts'

const second = 1_000_000
const firstSecond = Date.parse('0001-01-01T00:00:00Z') / 1_000
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1_000

/**
 * The time that a text means, in UTC in HTML format: `2025-03-01T07:30:00Z`. Parsed as a date if possible, else as
 * seconds since 1970. Undefined if it is neither, or outside the years 1 to 9999.
 */
export function instantOf(text: string, now: number): string | undefined {
  const moment = readDate(text, now) ?? readSeconds(text)
  if (moment === undefined) return undefined
  const { seconds, micros } = moment
  if (!(seconds >= firstSecond && seconds <= lastSecond)) return undefined
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`
  return new Date(seconds * 1_000).toISOString().replace('.000Z', `${fraction}Z`)
}

function readSeconds(text: string): Moment | undefined {
  const number = text.trim()
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(number)) return undefined
  const value = Number(number)
  const seconds = Math.floor(value)
  const micros = Math.round((value - seconds) * second)
  return micros === second ? { seconds: seconds + 1, micros: 0 } : { seconds, micros }
}
