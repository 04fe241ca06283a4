import { zoneHours } from './zones.ts'

export interface Moment {
  /** Since 1970. */
  seconds: number
  micros: number
}

/**
 * Parses dates as people write them: `2025-03-01T09:30:00+02:00`, `March 1st, 2025 9:30 pm`, `3/1/25`. Missing parts
 * come from today, missing times from midnight, both in UTC. Month before day if both are possible. Undefined for
 * unknown words or nonexistent days.
 */
export function readDate(text: string, now: number): Moment | undefined {
  const parser: DateParser = { numbers: [], text, at: 0 }
  while (parser.at < text.length) if (!steps.some((step) => step(parser))) return undefined
  return momentOf(parser, now)
}

interface DateParser {
  text: string
  at: number
  /** Year, month and day, in an order yet to be determined. */
  numbers: { value: number; digits: number; month?: true }[]
  weekday?: number
  time?: { hour: number; minute: number; second: number; micros: number }
  /** `a` or `p`. */
  halfDay?: string
  offsetMinutes?: number
}

/** Each tries to parse something at the current position, and returns whether it did. */
const steps: ((parser: DateParser) => boolean)[] = [
  (parser) => {
    const clock = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?(?!\d)/y
    const found = parser.time === undefined ? take(parser, clock) : undefined
    if (found === undefined) return false
    const [hour, minute, second = '0', fraction = ''] = found
    setTime(parser, [hour, minute, second].map(Number), Number(fraction.slice(0, 6).padEnd(6, '0')))
    return true
  },
  (parser) => {
    const hour = /(\d{1,2}) ?(?=[ap]\.?m\.?(?![a-z]))/iy
    const found = parser.time === undefined ? take(parser, hour) : undefined
    if (found === undefined) return false
    setTime(parser, found.map(Number))
    return true
  },
  (parser) => {
    const readable = parser.time !== undefined && parser.halfDay === undefined
    const found = readable ? take(parser, /([ap])\.?m\.?(?![a-z])/iy) : undefined
    if (found === undefined) return false
    parser.halfDay = found[0]?.toLowerCase()
    return true
  },
  (parser) => {
    const offset = /([+-])(\d{2}):?(\d{2})(?!\d)|([+-])(\d{1,2})(?!\d)/y
    const found = parser.time !== undefined ? take(parser, offset) : undefined
    if (found === undefined) return false
    const [sign = found[3], hours = found[4], minutes = '0'] = found
    parser.offsetMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
    return true
  },
  (parser) => {
    const dotted = parser.numbers.length === 0 && take(parser, /(\d{1,4})\.(\d{1,2})\.(\d{1,4})(?![.\d])/y)
    for (const part of dotted || []) addNumber(parser, part ?? '')
    if (dotted) return true
    const [digits, fraction] = take(parser, /(\d+)(\.\d+)?/y) ?? []
    // A number with a fraction is not part of a date.
    if (digits === undefined || fraction !== undefined) return false
    if (!readDigits(parser, digits)) addNumber(parser, digits)
    return true
  },
  (parser) => {
    const word = take(parser, /(\p{L}+)/uy)?.[0]
    return word !== undefined && readWord(parser, word)
  },
  (parser) => take(parser, /[\s,;.'/-]/y) !== undefined,
]

function take(parser: DateParser, expression: RegExp): (string | undefined)[] | undefined {
  expression.lastIndex = parser.at
  const found = expression.exec(parser.text)
  if (found === null) return undefined
  parser.at += found[0].length
  return found.slice(1)
}

function addNumber({ numbers }: DateParser, digits: string): void {
  numbers.push({ value: Number(digits), digits: digits.length })
}

function setTime(parser: DateParser, [hour = 0, minute = 0, second = 0]: number[], micros = 0): void {
  parser.time = { hour, minute, second, micros }
}

/** `20250301`, `202503010930`, `250301`, and after a date `0930` or `093000`. */
function readDigits(parser: DateParser, digits: string): boolean {
  const { numbers, time } = parser
  if (numbers.length === 3 && time === undefined && [2, 4, 6].includes(digits.length)) {
    setTime(parser, pairsOf(digits))
    return true
  }
  if (numbers.length > 0 || ![6, 8, 12, 14].includes(digits.length)) return false
  const full = digits.length === 6 ? `20${digits}` : digits
  const [month = 0, day = 0, ...clock] = pairsOf(full.slice(4))
  numbers.push({ value: Number(full.slice(0, 4)), digits: 4 })
  for (const value of [month, day]) numbers.push({ value, digits: 2 })
  if (clock.length > 0) setTime(parser, clock)
  return true
}

const pairsOf = (digits: string) => (digits.match(/../g) ?? []).map(Number)

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const fillers = new Set(['t', 'at', 'on', 'and', 'of', 'ad', 'st', 'nd', 'rd', 'th'])

/** Names may be abbreviated to three or four letters: `Mar`, `Sept`. */
const named = (names: readonly string[], word: string) =>
  names.findIndex((name) => name === word || (word.length >= 3 && word.length <= 4 && name.startsWith(word)))

function readWord(parser: DateParser, word: string): boolean {
  const lower = word.toLowerCase()
  const zone = zoneHours.get(word) ?? (lower === 'utc' || lower === 'gmt' || lower === 'z' ? 0 : undefined)
  if (zone !== undefined && parser.time !== undefined) {
    parser.offsetMinutes ??= zone * 60
    return true
  }
  const month = named(months, lower)
  if (month >= 0) {
    if (parser.numbers.some(({ month }) => month)) return false
    parser.numbers.push({ value: month + 1, digits: 2, month: true })
    return true
  }
  const weekday = named(weekdays, lower)
  if (weekday >= 0) parser.weekday = weekday
  if (weekday >= 0 || fillers.has(lower)) return true
  // An unknown time zone.
  return parser.time !== undefined && /^[A-Z]{3,5}$/.test(word)
}

function momentOf(parser: DateParser, now: number): Moment | undefined {
  const { numbers, weekday, offsetMinutes = 0 } = parser
  if (numbers.length === 0 && weekday === undefined && parser.time === undefined) return undefined
  const date = dateOf(numbers, now)
  const time = timeOf(parser)
  if (date === undefined || time === undefined || Math.abs(offsetMinutes) >= 24 * 60) return undefined

  const today = new Date(now)
  const year = date.year ?? today.getUTCFullYear()
  const month = date.month ?? today.getUTCMonth() + 1
  const last = daysIn(year, month)
  const day = date.day ?? Math.min(today.getUTCDate(), last)
  if (year < 1 || year > 9_999 || month < 1 || month > 12 || day < 1 || day > last) return undefined
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day)
  // A weekday alone is the next one, including today.
  const ahead = weekday === undefined || date.day !== undefined ? 0 : (weekday - midnight.getUTCDay() + 7) % 7
  const seconds = midnight.getTime() / 1_000 + ahead * 86_400
  return {
    seconds: seconds + time.hour * 3_600 + time.minute * 60 + time.second - offsetMinutes * 60,
    micros: time.micros,
  }
}

function daysIn(year: number, month: number): number {
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}

function timeOf({ time, halfDay }: DateParser) {
  if (time === undefined) return { hour: 0, minute: 0, second: 0, micros: 0 }
  if (time.minute > 59 || time.second > 59) return undefined
  if (halfDay === undefined) return time.hour > 23 ? undefined : time
  if (time.hour < 1 || time.hour > 12) return undefined
  return { ...time, hour: (time.hour % 12) + (halfDay === 'p' ? 12 : 0) }
}

interface PartialDate {
  year?: number
  month?: number
  day?: number
}

function dateOf(numbers: DateParser['numbers'], now: number): PartialDate | undefined {
  const isYear = (n: number) => {
    const number = numbers[n]
    return number !== undefined && !number.month && (number.value > 31 || number.digits > 2)
  }
  const year = (n: number) => fullYear(numbers[n], now)
  const value = (n: number) => numbers[n]?.value
  const named = numbers.findIndex(({ month }) => month)
  switch (numbers.length) {
    case 0:
      return {}
    case 1:
      if (named === 0) return { month: value(0) }
      return isYear(0) ? { year: year(0) } : { day: value(0) }
    case 2: {
      if (named >= 0) {
        const other = 1 - named
        return isYear(other)
          ? { month: value(named), year: year(other) }
          : { month: value(named), day: value(other) }
      }
      if (isYear(0)) return { year: year(0), month: value(1) }
      if (isYear(1)) return { month: value(0), year: year(1) }
      return (value(0) ?? 0) > 12 ? { day: value(0), month: value(1) } : { month: value(0), day: value(1) }
    }
    case 3: {
      if (named >= 0) {
        const [a = 0, b = 0] = [0, 1, 2].filter((n) => n !== named)
        const [first, second] = isYear(a) ? [a, b] : [b, a]
        return { year: year(first), month: value(named), day: value(second) }
      }
      if (isYear(0)) return { year: year(0), month: value(1), day: value(2) }
      if ((value(0) ?? 0) > 12) return { day: value(0), month: value(1), year: year(2) }
      return { month: value(0), day: value(1), year: year(2) }
    }
    default:
      return undefined
  }
}

/** A two-digit year is the one nearest to now. */
function fullYear(number: DateParser['numbers'][number] | undefined, now: number): number | undefined {
  if (number === undefined || number.digits > 2 || number.value >= 100) return number?.value
  const current = new Date(now).getUTCFullYear()
  const guess = current - (current % 100) + number.value
  if (guess >= current + 50) return guess - 100
  return guess < current - 50 ? guess + 100 : guess
}
