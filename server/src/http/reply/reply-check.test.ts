import { apiError, type Reason, type WireError } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import type { Route } from '../implement.ts'
import { checkedError } from './reply-check.ts'

const check = (reasons: readonly Reason[], error: WireError) =>
  checkedError({ name: 'probe', endpoint: { reasons } } as unknown as Route, error)

describe('The check of error replies', () => {
  it('accepts declared and common reasons', () => {
    for (const error of [apiError('channel-not-found'), apiError('caller-is-guest')])
      expect(check(['channel-not-found'], error)).toBe(error)
  })

  it('replaces an error with an undeclared reason by one with instructions', () => {
    const error = check(['channel-not-found'], apiError('subscription-missing'))
    expect(String(error)).toMatch(/probe gives the reason 'subscription-missing'\. Declare it/)
  })
})
