import { expect, test } from 'vitest'
import { durationText } from './file-details.ts'

test('durations are formatted as in media players', () => {
  expect(durationText(0.2)).toBe('0:01')
  expect(durationText(65)).toBe('1:05')
  expect(durationText(3_723)).toBe('1:02:03')
})
