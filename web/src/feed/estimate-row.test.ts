import { beforeEach, describe, expect, it } from 'vitest'
import { estimateRow, forgetHeights, learnHeight } from './estimate-row.ts'
import type { Row } from './rows.ts'

const day = (date: string): Row => ({ kind: 'day', key: `day:${date}`, date })

describe('The estimated height of a row', () => {
  beforeEach(forgetHeights)

  it('is that of two measured rows of its kind', () => {
    learnHeight(day('2026-01-01'), 47.5)
    learnHeight(day('2026-01-02'), 47.5)
    expect(estimateRow(day('2026-01-03'))).toBe(47.5)
  })

  it('ignores a single row of another height', () => {
    const before = estimateRow(day('2026-01-01'))
    learnHeight(day('2026-01-02'), 400)
    expect(estimateRow(day('2026-01-03'))).toBe(before)
  })

  it('does not change once the row has been estimated', () => {
    const row = day('2026-01-01')
    const before = estimateRow(row)
    learnHeight(day('2026-01-02'), 47.5)
    learnHeight(day('2026-01-03'), 47.5)
    expect(estimateRow(row)).toBe(before)
  })

  it('is learned again after a change of width', () => {
    const row = day('2026-01-01')
    const initial = estimateRow(row)
    learnHeight(day('2026-01-02'), 47.5)
    learnHeight(day('2026-01-03'), 47.5)
    forgetHeights()
    expect(estimateRow(row)).toBe(initial)
  })
})
