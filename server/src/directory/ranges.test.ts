import { describe, expect, it } from 'vitest'
import { contains, formatRanges, type IdRange, parseRanges, subtractRanges } from './ranges.ts'

const open = Number.POSITIVE_INFINITY

describe('Ranges of message IDs', () => {
  it('are parsed from and written as PostgreSQL text', () => {
    const cases: [text: string, ranges: IdRange[]][] = [
      ['{}', []],
      ['{[1,5)}', [{ from: 1, to: 5 }]],
      ['{[0,)}', [{ from: 0, to: open }]],
      [
        '{[1,5),[9,12),[20,)}',
        [
          { from: 1, to: 5 },
          { from: 9, to: 12 },
          { from: 20, to: open },
        ],
      ],
    ]
    for (const [text, ranges] of cases) {
      expect(parseRanges(text), text).toEqual(ranges)
      expect(formatRanges(ranges)).toBe(text)
    }
  })

  it('include their first ID and exclude their end', () => {
    const ranges = parseRanges('{[3,5),[9,)}')
    const inside = [2, 3, 4, 5, 8, 9, 10_000].filter((id) => contains(ranges, id))
    expect(inside).toEqual([3, 4, 9, 10_000])
    expect(contains([], 1)).toBe(false)
  })

  it('can be subtracted from others', () => {
    const cases: [from: string, less: string, rest: string][] = [
      ['{[1,5)}', '{}', '{[1,5)}'],
      ['{[1,)}', '{[0,7)}', '{[7,)}'],
      ['{[1,5),[8,)}', '{[2,3),[4,9),[12,13)}', '{[1,2),[3,4),[9,12),[13,)}'],
      ['{[1,5),[8,10)}', '{[0,20)}', '{}'],
      ['{[1,5),[8,10)}', '{[5,8),[10,)}', '{[1,5),[8,10)}'],
      ['{[1,3),[5,7),[9,)}', '{[2,6)}', '{[1,2),[6,7),[9,)}'],
    ]
    for (const [from, less, rest] of cases) {
      expect(formatRanges(subtractRanges(parseRanges(from), parseRanges(less))), from).toBe(rest)
    }
  })
})
