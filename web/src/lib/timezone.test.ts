import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
const { shouldAskAboutZone } = await import('./timezone.ts')

const question = { here: 'Europe/Berlin', profile: 'America/Toronto', asked: null, isWanted: true }

test.each([
  [true, {}],
  [true, { asked: 'Asia/Tokyo' }],
  [true, { profile: 'Nowhere/Atlantis' }],
  [false, { asked: 'Europe/Berlin' }],
  [false, { isWanted: false }],
  [false, { profile: 'Europe/Berlin' }],
  [false, { profile: '' }],
  [false, { here: 'Asia/Kolkata', profile: 'Asia/Calcutta' }],
])('the question about another time zone is %s for %o', (expected, change) => {
  expect(shouldAskAboutZone({ ...question, ...change })).toBe(expected)
})
