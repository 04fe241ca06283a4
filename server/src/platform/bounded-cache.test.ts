import { describe, expect, it } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

describe('A bounded cache', () => {
  it('drops the least recently used entry when it is full', () => {
    const cache = new BoundedCache<string, number>(2)
    cache.set('a', 1)
    cache.set('b', 2)
    expect(cache.get('a')).toBe(1)
    cache.set('c', 3)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
    cache.set('a', 4)
    cache.set('d', 5)
    expect([cache.get('a'), cache.get('c'), cache.get('d')]).toEqual([4, undefined, 5])
  })
})
