import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

const key = 'guest-expiries'

/** When guests expire, for administrators. */
export const useGuestExpiries = () =>
  useResource(key, async (signal) => (await api.getGuestExpiries({}, { signal })).guest_expiries)

/** Null: the account lasts. */
export async function setGuestExpiry(expiry: {
  user_id: number
  expires_at: number | null
}): Promise<Problem | undefined> {
  const problem = await attempt(() => api.setGuestExpiry(expiry))
  invalidate(key)
  return problem
}

/** The end of a day, in the time zone of the browser. Null without a date. */
export function endOfDay(date: string): number | null {
  if (date === '') return null
  const day = new Date(`${date}T00:00:00`)
  day.setDate(day.getDate() + 1)
  return Math.floor(day.getTime() / 1_000)
}

/** The value of a date field for the last day before a time. */
export function lastDay(seconds: number): string {
  const day = new Date((seconds - 1) * 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
