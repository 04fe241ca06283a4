export const dayMs = 86_400_000

/** Days that are kept: a year, and the weeks before it that its first counts of active users need. */
const keptDays = 400

/** The beginning of the UTC day, some days later. */
export const startOfDay = (ms: number, daysLater = 0): Date =>
  new Date((Math.floor(ms / dayMs) + daysLater) * dayMs)

export const oldestDay = (now: number): Date => startOfDay(now, -keptDays)

/** The date of a UTC day: `2026-11-17`. */
export const dateOf = (day: Date): string => day.toISOString().slice(0, 10)
