import { describe, expect, it } from 'vitest'
import { axisTicks, binaryUnit, labeledColumns } from './axis.ts'

describe('An axis', () => {
  it('has a few round whole numbers, up to the largest value', () => {
    const rows: [max: number, ticks: number[]][] = [
      [0, [0, 1]],
      [1, [0, 1]],
      [3, [0, 1, 2, 3]],
      [4, [0, 1, 2, 3, 4]],
      [7, [0, 2, 4, 6, 8]],
      [10, [0, 5, 10]],
      [97, [0, 50, 100]],
      [1_234, [0, 500, 1_000, 1_500]],
    ]
    for (const [max, ticks] of rows) expect(axisTicks(max), String(max)).toEqual(ticks)
  })

  it('is round in the unit in which values are shown', () => {
    const megabyte = 1_048_576
    expect(axisTicks(1.3 * megabyte, binaryUnit(1.3 * megabyte))).toEqual(
      [0, 0.5, 1, 1.5].map((size) => size * megabyte),
    )
    expect(binaryUnit(0)).toBe(1)
    expect(binaryUnit(1_023)).toBe(1)
    expect(binaryUnit(1_024)).toBe(1_024)
  })

  it('labels as many columns as fit, always the last one', () => {
    expect(labeledColumns(30, 300, 60)).toEqual([5, 11, 17, 23, 29])
    expect(labeledColumns(3, 300, 60)).toEqual([0, 1, 2])
    expect(labeledColumns(30, 10, 60)).toEqual([29])
  })
})
