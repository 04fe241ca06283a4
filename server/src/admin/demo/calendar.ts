import { type Conversation, type Entry, isMoment, type Line, type Place, type Resolve } from './script.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Before this the last day of the story is yesterday: it would not fit into so short a day. */
const earliest = 9 * hour
/** When the last day of the story begins and is over, of which it may take less. */
const begins = 7 * hour
const ends = 15.5 * hour

/** Turns days and times of the story into those before now. Days but the last are working days. */
export class Calendar {
  readonly now: number
  readonly #last: number

  constructor(now: number) {
    this.now = now
    const today = now - (now % day)
    this.#last = now - today < earliest ? today - day : today
  }

  at(daysBefore: number, timeOfDay: number): number {
    if (daysBefore < 0) return this.#workday(-daysBefore) + timeOfDay
    const left = this.now - 2 * minute - this.#last
    if (left >= ends || timeOfDay <= begins) return Math.min(this.#last + timeOfDay, this.now - 2 * minute)
    return this.#last + begins + ((timeOfDay - begins) / (ends - begins)) * (left - begins)
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

export type Timed = Place & { time: number } & ({ line: Line } | { resolve: Resolve })

/** Everything that is said and done, in the order of time. */
export function inOrder(calendar: Calendar, conversations: readonly Conversation[]): Timed[] {
  return conversations.flatMap((one) => timed(calendar, one)).sort((a, b) => a.time - b.time)
}

function timed(calendar: Calendar, { entries, ...place }: Conversation): Timed[] {
  const list: Timed[] = []
  let today = 0
  let clock = 0
  for (const entry of entries) {
    if (isMoment(entry)) {
      const [hours = 0, minutes = 0] = entry.time.split(':').map(Number)
      today = entry.day
      clock = hours * hour + minutes * minute
      continue
    }
    list.push({ ...place, time: calendar.at(today, clock), ...actOf(entry) })
    // The next one begins to write when this one is there.
    clock += pauseAfter(entry, entries[entries.indexOf(entry) + 1])
  }
  return list
}

const actOf = (entry: Exclude<Entry, { time: string }>) =>
  'text' in entry ? { line: entry } : { resolve: entry }

/** People read, think and type; the same each time, but not evenly. */
function pauseAfter(entry: Entry, next: Entry | undefined): number {
  if (next === undefined || isMoment(next)) return 0
  if (!('text' in next)) return 5 * minute
  if (next.pause !== undefined) return next.pause * minute
  const read = 'text' in entry ? entry.text.length : 0
  const uneven = (next.text.length * 7 + read * 3) % 100
  return Math.min(9 * minute, 18_000 + (read / 30 + next.text.length / 4) * 1_000 + uneven * 1_200)
}
