/** When this device is quiet. */
export interface QuietHours {
  /** In milliseconds; quiet until then. */
  until?: number | undefined
  /** Every week on these days (0 is Sunday), from one time of the day to another; past midnight if the end is earlier. */
  weekly?: { days: readonly number[]; from: string; to: string } | undefined
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Until when it is quiet, in milliseconds; undefined when it is not. */
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

/** When it is quiet in the days to come, for those who cannot ask: times in milliseconds, from and to. */
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

/** Eight in the morning of the next day. */
export const tomorrowMorning = (now: number): number => atTime(now, 1, '08:00').getTime()
