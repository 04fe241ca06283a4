import type { Micros } from '../source-id.ts'

/** The time of a `ts` such as `1709283600.000200`; undefined if it is none. */
export function timeOfTs(ts: unknown): Micros | undefined {
  const text = typeof ts === 'number' ? ts.toFixed(6) : ts
  if (typeof text !== 'string') return undefined
  const [, seconds, fraction = ''] = /^(\d{1,11})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (seconds === undefined) return undefined
  const time = Number(seconds) * 1_000_000 + Number(fraction.padEnd(6, '0'))
  return time > 0 ? time : undefined
}

/** The time of whole seconds. */
export function timeOfSeconds(value: unknown): Micros | undefined {
  const seconds = typeof value === 'string' ? Number(value) : value
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e11
    ? Math.round(seconds * 1_000_000)
    : undefined
}
