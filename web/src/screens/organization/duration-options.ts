import type { Text } from '../../texts/texts.tsx'
import { daysText, spanText } from '../forms/span-text.ts'

const timeLimitsSeconds = [60, 120, 600, 3_600, 86_400, 604_800]
const retentionDays = [30, 90, 180, 365, 730]

/** Time limits in seconds; 0 is unlimited. */
export const timeLimitOptions = (current: number, text: Text) => [
  ...withCurrent(timeLimitsSeconds, current).map((seconds) => ({
    value: seconds,
    label: spanText(seconds, text),
  })),
  { value: 0, label: text('forms.unlimited') },
]

/** Retention times in days; -1 is forever. */
export const retentionOptions = (current: number, text: Text) => [
  ...withCurrent(retentionDays, current).map((days) => ({ value: days, label: daysText(days, text) })),
  { value: -1, label: text('forms.forever') },
]

/** Adds the current value to the choices. */
const withCurrent = (values: readonly number[], own: number): number[] =>
  own > 0 ? [...new Set([...values, own])].sort((a, b) => a - b) : [...values]
