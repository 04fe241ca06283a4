/** Do-not-disturb times of this device. */
export interface QuietHours {
  /** End of the current quiet time, in milliseconds. */
  until?: number | undefined
  /** Weekly quiet times on these days (0 is Sunday). They end on the next day if `to` is earlier than `from`. */
  weekly?: { days: readonly number[]; from: string; to: string } | undefined
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** End of the quiet time at `now`, in milliseconds; undefined if it is not quiet. */
export function quietUntil({ until, weekly }: QuietHours, now: number): number | undefined {
  const ends = [...(until !== undefined && until > now ? [until] : [])]
  if (weekly !== undefined) {
    for (const offset of [-1, 0]) {
      const start = atTime(now, offset, weekly.from)
      const isOvernight = minutesOf(weekly.to) <= minutesOf(weekly.from)
      const end = atTime(now, isOvernight ? offset + 1 : offset, weekly.to)
      if (weekly.days.includes(start.getDay()) && start.getTime() <= now && now < end.getTime())
        ends.push(end.getTime())
    }
  }
  return ends.length === 0 ? undefined : Math.max(...ends)
}

/** Quiet times of the coming days for the service worker, as start and end in milliseconds. */
export function quietSpans({ until, weekly }: QuietHours, now: number, days: number): [number, number][] {
  const spans: [number, number][] = until !== undefined && until > now ? [[now, until]] : []
  if (weekly === undefined) return spans
  for (let offset = -1; offset < days; offset++) {
    const start = atTime(now, offset, weekly.from)
    const isOvernight = minutesOf(weekly.to) <= minutesOf(weekly.from)
    const end = atTime(now, isOvernight ? offset + 1 : offset, weekly.to)
    if (weekly.days.includes(start.getDay()) && end.getTime() > now)
      spans.push([start.getTime(), end.getTime()])
  }
  return spans
}

function atTime(now: number, days: number, time: string): Date {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  date.setHours(0, minutesOf(time), 0, 0)
  return date
}

/** 8:00 of the next day. */
export const tomorrowMorning = (now: number): number => atTime(now, 1, '08:00').getTime()
