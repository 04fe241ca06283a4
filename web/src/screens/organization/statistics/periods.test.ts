import type { StatisticsDay } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { dateFormats, groupDays } from './periods.ts'

const days = (count: number): StatisticsDay[] =>
  Array.from({ length: count }, (_, n) => ({
    date: new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    public_messages: n,
    private_messages: 0,
    direct_messages: 0,
    bot_messages: 0,
    active_users: 0,
    active_users_7_days: 0,
    active_users_30_days: 0,
    storage_bytes: 0,
  }))

describe('The columns of a period', () => {
  it('are days', () => {
    const groups = groupDays(days(30), 30)
    expect(groups).toHaveLength(30)
    expect(groups[0]).toMatchObject({ first: '2026-01-01', last: '2026-01-01' })
  })

  it('are weeks in a year, the last of which ends today', () => {
    const groups = groupDays(days(365), 365)
    expect(groups).toHaveLength(52)
    expect(groups[0]).toMatchObject({ first: '2026-01-02', last: '2026-01-08' })
    expect(groups.at(-1)).toMatchObject({ first: '2026-12-25', last: '2026-12-31' })
  })

  it('are named by UTC dates', () => {
    const { axis, group } = dateFormats('en-GB')
    expect(axis('2026-03-01')).toBe('1 Mar')
    expect(group({ first: '2026-03-01', last: '2026-03-01' })).toBe('1 Mar 2026')
  })
})
