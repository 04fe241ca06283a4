import { addDays, clockAt, momentOf, weekdayOf } from '../lib/zoned.ts'

export type SchedulePreset = 'in-an-hour' | 'this-evening' | 'tomorrow' | 'monday'

const minuteMs = 60_000
const eveningHour = 18
const morningHour = 9
/** Minimum time until a scheduled message. */
export const minScheduleDelayMs = minuteMs

/** Times to propose, in milliseconds, without past, too early or equal ones. */
export function schedulePresets(now: number, zone?: string): { kind: SchedulePreset; at: number }[] {
  const { date } = clockAt(now, zone)
  const daysToMonday = 8 - weekdayOf(date)
  const presets: { kind: SchedulePreset; at: number }[] = [
    { kind: 'in-an-hour', at: now + 60 * minuteMs },
    { kind: 'this-evening', at: momentOf(date, eveningHour, 0, zone) },
    { kind: 'tomorrow', at: momentOf(addDays(date, 1), morningHour, 0, zone) },
    { kind: 'monday', at: momentOf(addDays(date, daysToMonday), morningHour, 0, zone) },
  ]
  const moments = new Set<number>()
  return presets.filter(({ at }) => {
    const isNew = at - now >= minScheduleDelayMs && !moments.has(at)
    moments.add(at)
    return isNew
  })
}

/** Whether it is night in a time zone. */
export function isNight(now: number, zone?: string): boolean {
  const { hour } = clockAt(now, zone)
  return hour >= 22 || hour < 7
}

/** The next 9 a.m. in a time zone. */
export function nextMorning(now: number, zone?: string): number {
  const { date } = clockAt(now, zone)
  const today = momentOf(date, morningHour, 0, zone)
  return today > now ? today : momentOf(addDays(date, 1), morningHour, 0, zone)
}
