const dayMs = 86_400_000
/** Number of days counted. */
export const trafficDays = 28

/**
 * Approximate messages per week, with two significant digits. Null if the channel is too new. `messages` is
 * the number in the last 28 days.
 */
export function weeklyTraffic(messages: number, createdAt: number, now: number): number | null {
  const age = Math.floor((now - createdAt) / dayMs)
  if (age < 7) return null
  const average = age >= trafficDays ? Math.floor(messages / 4) : Math.floor((messages * 7) / age)
  return roundToTwoDigits(average === 0 && messages > 0 ? 1 : average)
}

/** Rounds half to even. */
function roundToTwoDigits(value: number): number {
  const unit = 10 ** Math.max(0, String(value).length - 2)
  const below = Math.floor(value / unit)
  const rest = value - below * unit
  const up = rest * 2 > unit || (rest * 2 === unit && below % 2 === 1)
  return (up ? below + 1 : below) * unit
}
