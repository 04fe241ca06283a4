import { describe, expect, it } from 'vitest'
import { type Channel, caseless, wasReceivedBy } from './directory.ts'
import { SubscriberMap } from './subscriber-map.ts'

describe('wasReceivedBy', () => {
  it('returns whether a message was sent during a subscription', () => {
    const channel = {
      subscribers: SubscriberMap.of([1], [20]),
      former: new Map([
        [1, [{ from: 3, to: 5 }]],
        [2, [{ from: 3, to: 5 }]],
      ]),
    } as unknown as Channel
    const ids = [2, 3, 4, 5, 19, 20, 21]
    expect(ids.filter((id) => wasReceivedBy(channel, 1, id))).toEqual([3, 4, 20, 21])
    expect(ids.filter((id) => wasReceivedBy(channel, 2, id))).toEqual([3, 4])
    expect(ids.filter((id) => wasReceivedBy(channel, 3, id))).toEqual([])
  })
})

describe('caseless', () => {
  it('treats names as equal exactly if the database does', () => {
    expect(caseless('ΟΔΟΣ')).toBe(caseless('οδοσ'))
    expect(caseless('İ')).toBe('i')
    expect(caseless('STRASSE')).not.toBe(caseless('straße'))
    expect(caseless('🍑')).toBe('🍑')
  })
})
