import { expect, it } from 'vitest'
import { byFrequency } from './frequency.ts'

const dayMs = 86_400_000

it('lists frequently used emoji first, and forgets old habits', () => {
  const now = 100 * dayMs
  const uses = {
    once: { count: 1, at: now },
    often: { count: 9, at: now - dayMs },
    earlier: { count: 20, at: now - 60 * dayMs },
    sometimes: { count: 2, at: now - 2 * dayMs },
  }
  expect(byFrequency(uses, now)).toEqual(['often', 'sometimes', 'earlier', 'once'])
  expect(byFrequency({ one: { count: 1, at: 1 }, other: { count: 1, at: 2 } }, 2)).toEqual(['other', 'one'])
})
