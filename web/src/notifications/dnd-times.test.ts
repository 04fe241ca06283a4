import { describe, expect, test } from 'vitest'
import { quietSpans, quietUntil, tomorrowMorning } from './dnd-times.ts'

/** Wednesday, 18 November 2026, by the clock of the device. */
const at = (hours: number, minutes = 0, day = 18) => new Date(2026, 10, day, hours, minutes).getTime()
const nights = { weekly: { days: [1, 2, 3, 4, 5], from: '18:00', to: '08:00' } }

describe('Do not disturb', () => {
  test.each([
    ['nothing is set', {}, at(12), undefined],
    ['it was set until later', { until: at(13) }, at(12), at(13)],
    ['it was set until earlier', { until: at(11) }, at(12), undefined],
    ['it is evening', nights, at(19), at(8, 0, 19)],
    ['it is the night after', nights, at(3), at(8)],
    ['it is day', nights, at(12), undefined],
    ['the quiet time ends just now', nights, at(8), undefined],
    ['the quiet time begins just now', nights, at(18), at(8, 0, 19)],
    ['it is Sunday evening, which is not listed', nights, at(19, 0, 22), undefined],
    ['it is Saturday morning after a listed Friday', nights, at(7, 0, 21), at(8, 0, 21)],
    ['it is within a day', { weekly: { days: [3], from: '12:00', to: '13:30' } }, at(12, 30), at(13, 30)],
    ['both hold', { ...nights, until: at(20) }, at(19), at(8, 0, 19)],
  ])('is decided when %s', (_, quiet, now, expected) => {
    expect(quietUntil(quiet, now)).toBe(expected)
  })

  test('has its times for two weeks, for workers that cannot compute them', () => {
    const quiet = { ...nights, until: at(12) }
    const now = at(11)
    const spans = quietSpans(quiet, now, 14)
    for (let moment = now; moment < now + 13 * 86_400_000; moment += 30 * 60_000) {
      const isListed = spans.some(([from, to]) => from <= moment && moment < to)
      expect([moment, isListed]).toEqual([moment, quietUntil(quiet, moment) !== undefined])
    }
  })

  test('can last until eight the next morning', () => {
    expect(tomorrowMorning(at(23, 30))).toBe(at(8, 0, 19))
  })
})
