import { describe, expect, it } from 'vitest'
import { type Endpoint, endpoints, publicBodyLimit } from './index.ts'

const all = Object.entries(endpoints) as [string, Endpoint][]

describe('Every parameter of the contract', () => {
  it('has a maximum for each array, record and string in it', () => {
    const unbounded = all.flatMap(([name, { params }]) =>
      Object.entries(params).flatMap(([param, one]) =>
        one.unbounded.map((path) => `${name}: ${param}${path}`),
      ),
    )
    expect(unbounded).toEqual([])
  })

  it('fits into the body of its endpoint', () => {
    for (const [name, { params, bodyLimit }] of all) {
      // Calls that need no account have small bodies, which are refused as a whole.
      if (bodyLimit === publicBodyLimit) continue
      for (const [param, { maxLength }] of Object.entries(params)) {
        expect(maxLength, `${name}: ${param}`).toBeLessThanOrEqual(bodyLimit)
      }
    }
  })

  it('has room for its example', () => {
    for (const [name, { params, example }] of all) {
      for (const [param, value] of Object.entries(example)) {
        const { maxLength = Number.POSITIVE_INFINITY, encoding } = params[param] ?? {}
        const sent = encoding === 'text' ? String(value) : JSON.stringify(value)
        expect(sent.length, `${name}: ${param}`).toBeLessThanOrEqual(maxLength)
      }
    }
  })
})
