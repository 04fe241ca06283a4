import { describe, expect, it } from 'vitest'
import { RowHeights } from './estimated-heights.ts'
import type { Row } from './rows.ts'

const day = (date: string): Row => ({ kind: 'day', key: `day:${date}`, date })

describe('The estimated height of a row', () => {
  it('is that of two measured rows of its kind', () => {
    const heights = new RowHeights()
    heights.learn(day('2026-01-01'), 47.5)
    heights.learn(day('2026-01-02'), 47.5)
    expect(heights.estimate(day('2026-01-03'))).toBe(47.5)
  })

  it('ignores a single row of another height', () => {
    const heights = new RowHeights()
    const before = heights.estimate(day('2026-01-01'))
    heights.learn(day('2026-01-02'), 400)
    expect(heights.estimate(day('2026-01-03'))).toBe(before)
  })

  it('does not change once the row has been estimated', () => {
    const heights = new RowHeights()
    const row = day('2026-01-01')
    const before = heights.estimate(row)
    heights.learn(day('2026-01-02'), 47.5)
    heights.learn(day('2026-01-03'), 47.5)
    expect(heights.estimate(row)).toBe(before)
  })

  it('is learned again after a change of width', () => {
    const heights = new RowHeights()
    const row = day('2026-01-01')
    const initial = heights.estimate(row)
    heights.learn(day('2026-01-02'), 47.5)
    heights.learn(day('2026-01-03'), 47.5)
    heights.forget()
    expect(heights.estimate(row)).toBe(initial)
  })
})
