const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How far a moment is from now: in 3 hours, in 5 minutes. */
export function relativeTime(at: number, now: number, locale: string): string {
  const distance = at - now
  const [unit, length] = steps.find(([, one]) => Math.abs(distance) >= one) ?? steps[2]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(distance / length), unit)
}
