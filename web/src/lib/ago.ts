const units = [
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 30],
  ['month', 2_592_000, 12],
  ['year', 31_536_000, Number.POSITIVE_INFINITY],
] as const

/** A past time as `3 hours ago`. Both in seconds. */
export function ago(then: number, now: number, locale: string): string {
  const seconds = Math.max(0, now - then)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, size, most] of units) {
    const count = Math.floor(seconds / size)
    if (count < most) return format.format(-count, unit)
  }
  return ''
}
