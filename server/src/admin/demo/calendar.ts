import {
  type Conversation,
  type ConversationTarget,
  type Entry,
  isTimeMark,
  type Resolve,
  type ScriptLine,
} from './script.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Before this time of day the story ends yesterday, because its last day would not fit. */
const minTimeOfDay = 9 * hour
/** Start and end of the story's last day, which is compressed if less time is available. */
const lastDayStart = 7 * hour
const lastDayEnd = 15.5 * hour

/** Converts days and times of the story to dates before now. All days except the last are working days. */
export class Calendar {
  readonly now: number
  readonly #last: number

  constructor(now: number) {
    this.now = now
    const today = now - (now % day)
    this.#last = now - today < minTimeOfDay ? today - day : today
  }

  at(daysBefore: number, timeOfDay: number): number {
    if (daysBefore < 0) return this.#workday(-daysBefore) + timeOfDay
    const left = this.now - 2 * minute - this.#last
    if (left >= lastDayEnd || timeOfDay <= lastDayStart)
      return Math.min(this.#last + timeOfDay, this.now - 2 * minute)
    return (
      this.#last +
      lastDayStart +
      ((timeOfDay - lastDayStart) / (lastDayEnd - lastDayStart)) * (left - lastDayStart)
    )
  }

  #workday(before: number): number {
    let found = this.#last
    for (let left = before; left > 0; ) {
      found -= day
      const weekday = new Date(found).getUTCDay()
      if (weekday !== 0 && weekday !== 6) left--
    }
    return found
  }
}

export type ScheduledEntry = ConversationTarget & { time: number } & (
    | { line: ScriptLine }
    | { resolve: Resolve }
  )

/** All entries of all conversations in chronological order. */
export function chronological(calendar: Calendar, conversations: readonly Conversation[]): ScheduledEntry[] {
  return conversations.flatMap((one) => schedule(calendar, one)).sort((a, b) => a.time - b.time)
}

function schedule(calendar: Calendar, { entries, ...place }: Conversation): ScheduledEntry[] {
  const list: ScheduledEntry[] = []
  let today = 0
  let clock = 0
  for (const entry of entries) {
    if (isTimeMark(entry)) {
      const [hours = 0, minutes = 0] = entry.time.split(':').map(Number)
      today = entry.day
      clock = hours * hour + minutes * minute
      continue
    }
    list.push({ ...place, time: calendar.at(today, clock), ...actOf(entry) })
    // The next person starts typing when this message arrives.
    clock += pauseAfter(entry, entries[entries.indexOf(entry) + 1])
  }
  return list
}

const actOf = (entry: Exclude<Entry, { time: string }>) =>
  'text' in entry ? { line: entry } : { resolve: entry }

/** Time for reading, thinking and typing; deterministic, but uneven. */
function pauseAfter(entry: Entry, next: Entry | undefined): number {
  if (next === undefined || isTimeMark(next)) return 0
  if (!('text' in next)) return 5 * minute
  if (next.pause !== undefined) return next.pause * minute
  const read = 'text' in entry ? entry.text.length : 0
  const uneven = (next.text.length * 7 + read * 3) % 100
  return Math.min(9 * minute, 18_000 + (read / 30 + next.text.length / 4) * 1_000 + uneven * 1_200)
}
