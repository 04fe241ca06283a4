const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A future time as `in 3 hours`. */
export function relativeTime(at: number, now: number, locale: string): string {
  const distance = at - now
  const [unit, length] = steps.find(([, one]) => Math.abs(distance) >= one) ?? steps[2]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(distance / length), unit)
}
