import type { Text } from '../../texts/texts.tsx'

const units = [
  ['forms.weeks', 604_800],
  ['forms.days', 86_400],
  ['forms.hours', 3_600],
  ['forms.minutes', 60],
] as const

/** A duration in seconds, in the largest unit that divides it. */
export function spanText(seconds: number, text: Text): string {
  const [id, size] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? units[3]
  return text(id, { count: Math.round((seconds / size) * 10) / 10 })
}

export const daysText = (days: number, text: Text): string => text('forms.days', { count: days })
