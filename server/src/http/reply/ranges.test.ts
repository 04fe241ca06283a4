import { describe, expect, it } from 'vitest'
import { rangeOf } from './ranges.ts'

describe('The requested range of a file', () => {
  it('is within the file, or the whole file', () => {
    const rows: [string | undefined, unknown][] = [
      ['bytes=0-3', { start: 0, end: 3 }],
      ['bytes=4-', { start: 4, end: 9 }],
      ['bytes=8-99', { start: 8, end: 9 }],
      ['bytes=-3', { start: 7, end: 9 }],
      ['bytes=-99', { start: 0, end: 9 }],
      ['bytes=10-', 'beyond'],
      ['bytes=-0', 'beyond'],
      ['bytes=5-4', undefined],
      ['bytes=0-1,3-4', undefined],
      ['bytes=-', undefined],
      ['lines=0-1', undefined],
      [undefined, undefined],
    ]
    for (const [range, found] of rows) {
      expect(rangeOf(range === undefined ? {} : { range }, 10), range).toEqual(found)
    }
    expect(rangeOf({ range: 'bytes=0-3', 'if-range': '"x"' }, 10)).toBeUndefined()
    expect(rangeOf({ range: 'bytes=0-3' }, 0)).toBe('beyond')
  })
})
