import { expect, test } from 'vitest'
import { randomFractions, randomNumbers } from './random-numbers.ts'

test('random fractions are the same in every run, and do not repeat soon', () => {
  const [first, second] = [randomFractions(7), randomFractions(7)]
  const drawn = Array.from({ length: 200_000 }, () => first())
  expect(drawn.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => second()))
  expect(Math.min(...drawn.slice(0, 1_000))).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn.slice(0, 1_000))).toBeLessThan(1)
  // By chance, about five of so many 32-bit numbers are equal.
  expect(new Set(drawn).size).toBeGreaterThan(199_900)
})

test('each pair of random numbers is about as frequent as the others', () => {
  const random = randomNumbers(3)
  const counts = new Map<string, number>()
  for (let n = 0; n < 100_000; n++) {
    const pair = `${random(10)} ${random(10)}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  expect(counts.size).toBe(100)
  // 1,000 are expected; the standard deviation is 31.
  expect(Math.min(...counts.values())).toBeGreaterThan(800)
  expect(Math.max(...counts.values())).toBeLessThan(1_200)
})
