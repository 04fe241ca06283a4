import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { list, maxShortText, record, shortText, sizeFirst, string } from './bounds.ts'
import { json, text } from './param.ts'

describe('A parameter', () => {
  const unboundedIn = (schema: z.ZodType) => json(schema).unbounded

  it('reports each part without a maximum by its path', () => {
    expect(unboundedIn(z.string())).toEqual([''])
    expect(unboundedIn(z.array(z.int()))).toEqual([''])
    expect(unboundedIn(z.array(z.int()).max(10))).toEqual([''])
    expect(unboundedIn(list(z.object({ a: z.string(), b: shortText }), 5))).toEqual(['[].a'])
    expect(unboundedIn(z.record(shortText, z.boolean()).optional())).toEqual([''])
    expect(unboundedIn(record(z.array(z.int()), 5))).toEqual(['{}'])
    expect(unboundedIn(z.union([z.int(), z.tuple([z.string(), z.int()])]))).toEqual(['[0]'])
    expect(unboundedIn(z.unknown())).toEqual([''])
    expect(unboundedIn(z.string().transform((one) => one.length))).toEqual([''])
  })

  it('is bounded by its declared maximum, for any schema', () => {
    expect(json(z.unknown(), { maxLength: 50 })).toMatchObject({ unbounded: [], maxLength: 50 })
  })

  it('has room for the longest value that its schema accepts, escaped and indented', () => {
    const pairs = json(list(z.tuple([string(20), z.int()]), 10))
    const value = Array.from({ length: 10 }, () => ['\u0001'.repeat(20), Number.MIN_SAFE_INTEGER])
    expect(JSON.stringify(value, null, 2).length).toBeLessThanOrEqual(pairs.maxLength)
    expect(pairs.maxLength).toBeLessThan(10_000)
  })

  it('sent as plain text has the maximum of its string', () => {
    expect(text().maxLength).toBe(maxShortText)
    expect(text(string(7).optional()).maxLength).toBe(7)
  })
})

describe('A list', () => {
  it('is refused by its size before its elements are checked', () => {
    let looks = 0
    const counted = z.int().refine(() => ++looks > 0)
    const result = list(counted, 3).safeParse([1, 2, 3, 4])
    expect(result.error?.issues).toMatchObject([{ message: 'must have at most 3 elements', path: [] }])
    expect(looks).toBe(0)
    expect(list(counted, 3).safeParse([1, 2, 3]).success).toBe(true)
    expect(looks).toBe(3)
  })

  it('shows its maximum in the JSON schema', () => {
    const schema = (one: z.ZodType) => z.toJSONSchema(one, { io: 'input' })
    expect(schema(list(string(5), 3))).toMatchObject({ type: 'array', maxItems: 3, items: { maxLength: 5 } })
    expect(schema(record(z.int(), 4).optional())).toMatchObject({ type: 'object', maxProperties: 4 })
  })
})

describe('A record', () => {
  it('is refused by the number of its keys before its values are checked', () => {
    const result = record(z.never(), 2).safeParse({ a: 1, b: 2, c: 3 })
    expect(result.error?.issues).toMatchObject([{ message: 'must have at most 2 keys', path: [] }])
  })
})

describe('A choice of lists', () => {
  it('is refused by its size before its lists are tried', () => {
    const either = sizeFirst(z.union([z.array(z.int()), z.array(shortText)]), 2)
    expect(either.safeParse(['a', 'b', 'c']).error?.issues).toMatchObject([
      { message: 'must have at most 2 elements' },
    ])
    expect(either.safeParse(['a', 'b']).success).toBe(true)
    expect(either.safeParse(['a', 1]).success).toBe(false)
  })
})
