import { addDays, clockAt, momentOf, weekdayOf } from '../lib/zoned.ts'

export type ReminderPreset = 'in-20-minutes' | 'in-an-hour' | 'in-3-hours' | 'tomorrow' | 'monday'

const minuteMs = 60_000
const morningHour = 9

/** Times to propose for a reminder, in milliseconds. */
export function reminderPresets(now: number, zone?: string): { kind: ReminderPreset; at: number }[] {
  const { date } = clockAt(now, zone)
  const morning = (days: number) => momentOf(addDays(date, days), morningHour, 0, zone)
  const daysToMonday = 8 - weekdayOf(date)
  return [
    { kind: 'in-20-minutes', at: now + 20 * minuteMs },
    { kind: 'in-an-hour', at: now + 60 * minuteMs },
    { kind: 'in-3-hours', at: now + 180 * minuteMs },
    { kind: 'tomorrow', at: morning(1) },
    // On Sundays, Monday is tomorrow.
    ...(daysToMonday === 1 ? [] : [{ kind: 'monday' as const, at: morning(daysToMonday) }]),
  ]
}

const units: Readonly<Record<string, number>> = {
  m: 1,
  min: 1,
  mins: 1,
  minute: 1,
  minutes: 1,
  minuten: 1,
  h: 60,
  hour: 60,
  hours: 60,
  stunde: 60,
  stunden: 60,
  d: 1_440,
  day: 1_440,
  days: 1_440,
  tag: 1_440,
  tage: 1_440,
  tagen: 1_440,
  week: 10_080,
  weeks: 10_080,
  woche: 10_080,
  wochen: 10_080,
}

const duration = /(?:^|\s)in\s+(?:(\d{1,4})\s*|(?:an?|einer?)\s+)([a-z]+)(?=\s|$|[,.])/iu
const dayAndTime =
  /(?:^|\s)(?:(tomorrow|today|morgen|heute)|(?:on\s+|am\s+)?(\d{4}-\d\d-\d\d)|(?:on|next|am)\s+(\p{L}+(?:day|tag|woch)))(?:\s+(?:at|um)\s+(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|uhr)?)?(?=\s|$|[,.])/iu
/** From Monday on. */
const weekdays = [
  ['monday', 'montag'],
  ['tuesday', 'dienstag'],
  ['wednesday', 'mittwoch'],
  ['thursday', 'donnerstag'],
  ['friday', 'freitag'],
  ['saturday', 'samstag'],
  ['sunday', 'sonntag'],
]
const timeOnly = /(?:^|\s)(?:at|um)\s+(\d{1,2})(?:[:.](\d\d))?\s*(am|pm|uhr)?(?=\s|$|[,.])/iu

const addressee = /^(?:me|mich)(?=\s|$)\s*/iu

export interface ParsedReminder {
  note: string
  /** In milliseconds. */
  at: number
}

/**
 * Parses the argument of `/remind me`: a note with a time such as `in 20 minutes`, `tomorrow at 9`, `on Friday` or `at 15:30`,
 * in English or German. Undefined without a time in the future.
 */
export function parseReminder(argument: string, now: number, zone?: string): ParsedReminder | undefined {
  const rest = argument.replace(addressee, '')
  const found = durationIn(rest, now) ?? momentIn(rest, now, zone)
  if (found === undefined || !(found.at > now)) return undefined
  return { note: noteIn(rest.replace(found.text, ' ')), at: found.at }
}

/** The subject of a reminder, without the words around it. */
export const noteIn = (argument: string): string =>
  argument
    .replace(addressee, '')
    .replace(/^\s*(?:to|that|of|about)\s+/iu, '')
    .replace(/\s+/g, ' ')
    .trim()

interface FoundTime {
  text: string
  at: number
}

function durationIn(text: string, now: number): FoundTime | undefined {
  const [whole, amount, unit = ''] = duration.exec(text) ?? []
  const minutes = units[unit.toLowerCase()]
  if (whole === undefined || minutes === undefined) return undefined
  return { text: whole, at: now + Number(amount ?? 1) * minutes * minuteMs }
}

function momentIn(text: string, now: number, zone: string | undefined): FoundTime | undefined {
  const today = clockAt(now, zone).date
  const [whole, word, written, weekday, hour, minute, half] = dayAndTime.exec(text) ?? []
  if (whole !== undefined) {
    const isTomorrow = /^(?:tomorrow|morgen)$/iu.test(word ?? '')
    const date =
      weekday === undefined ? (written ?? addDays(today, isTomorrow ? 1 : 0)) : dateOf(weekday, today)
    return date === undefined
      ? undefined
      : momentAt(whole, date, hour ?? String(morningHour), minute, half, zone)
  }
  const [time, onlyHour = '', onlyMinute, onlyHalf] = timeOnly.exec(text) ?? []
  if (time === undefined) return undefined
  const at = momentAt(time, today, onlyHour, onlyMinute, onlyHalf, zone)
  // A time that has passed today is meant for tomorrow.
  return at === undefined || at.at > now
    ? at
    : momentAt(time, addDays(today, 1), onlyHour, onlyMinute, onlyHalf, zone)
}

/** The next date with a weekday, after today. */
function dateOf(weekday: string, today: string): string | undefined {
  const day = weekdays.findIndex((names) => names.includes(weekday.toLowerCase())) + 1
  return day === 0 ? undefined : addDays(today, ((day - weekdayOf(today) + 6) % 7) + 1)
}

function momentAt(
  text: string,
  date: string,
  hour: string,
  minute: string | undefined,
  half: string | undefined,
  zone: string | undefined,
): FoundTime | undefined {
  const isAfternoon = half?.toLowerCase() === 'pm' && Number(hour) < 12
  const isMidnight = half?.toLowerCase() === 'am' && Number(hour) === 12
  const hours = isMidnight ? 0 : Number(hour) + (isAfternoon ? 12 : 0)
  if (hours > 23 || Number(minute ?? 0) > 59) return undefined
  const at = momentOf(date, hours, Number(minute ?? 0), zone)
  return Number.isNaN(at) ? undefined : { text, at }
}
