import type { StatisticsDay, StatisticsPeriod } from '@loquat/contract'

export const periods = [30, 90, 365] as const satisfies readonly StatisticsPeriod[]

/** Days that are shown together: a year of single days would not be legible. */
const daysPerColumn: Record<StatisticsPeriod, number> = { 30: 1, 90: 1, 365: 7 }

export interface DayGroup {
  first: string
  last: string
  days: readonly StatisticsDay[]
}

/** Groups days for the columns of a chart. The last group ends today; days before the first whole group are left out. */
export function groupDays(days: readonly StatisticsDay[], period: StatisticsPeriod): DayGroup[] {
  const size = daysPerColumn[period]
  const groups: DayGroup[] = []
  for (let end = days.length; end >= size; end -= size) {
    const part = days.slice(end - size, end)
    groups.unshift({ first: part[0]?.date ?? '', last: part.at(-1)?.date ?? '', days: part })
  }
  return groups
}

/** Formats of dates, which are UTC days everywhere. */
export function dateFormats(locale: string) {
  const utc = { timeZone: 'UTC' } as const
  const long = new Intl.DateTimeFormat(locale, { ...utc, dateStyle: 'medium' })
  const short = new Intl.DateTimeFormat(locale, { ...utc, day: 'numeric', month: 'short' })
  return {
    axis: (date: string) => short.format(new Date(date)),
    group: ({ first, last }: Pick<DayGroup, 'first' | 'last'>) =>
      first === last ? long.format(new Date(first)) : long.formatRange(new Date(first), new Date(last)),
  }
}
