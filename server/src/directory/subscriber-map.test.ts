import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SubscriberMap } from './subscriber-map.ts'
import { parseIds } from './subscriptions.ts'

/** Small and repeated, or too large for 32 bits. */
const id = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2 ** 32 - 2, max: 2 ** 33 }))
const since = fc.oneof(fc.nat(100), fc.constant(2 ** 40), fc.constant(Number.POSITIVE_INFINITY))
const change = fc.record({ id, since: fc.option(since, { nil: undefined }) })

describe('SubscriberMap', () => {
  it('has what a map would have, in ascending order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(id, since), { selector: ([one]) => one }),
        fc.array(change),
        (start, changes) => {
          const expected = new Map(start)
          const map = SubscriberMap.of(
            start.map(([one]) => one),
            start.map(([, one]) => one),
          )
          const untouched = map.copy()
          for (const { id, since } of changes) {
            if (since === undefined) {
              expected.delete(id)
              map.delete(id)
            } else {
              expected.set(id, since)
              map.set(id, since)
            }
            expect(map.get(id)).toBe(since)
            expect(map.has(id)).toBe(since !== undefined)
            expect(map.has(0)).toBe(false)
          }
          const sorted = [...expected].sort(([a], [b]) => a - b)
          expect([...map]).toEqual(sorted)
          expect([...map.keys()]).toEqual(sorted.map(([one]) => one))
          expect(map.size).toBe(expected.size)
          expect(new Map(untouched)).toEqual(new Map(start))
        },
      ),
    )
  })
})

describe('parseIds', () => {
  it('parses arrays as PostgreSQL writes them', () => {
    expect([...parseIds('{1,23,4567890123}')]).toEqual([1, 23, 4_567_890_123])
    expect([...parseIds(null)]).toEqual([])
  })
})
