import { expect, it } from 'vitest'
import { returnFreeMemory } from './free-memory.ts'

it('Memory that is free is returned to the system', () => {
  // Returns first what earlier tests have left.
  returnFreeMemory()
  const before = process.memoryUsage().heapTotal
  let garbage: object[] | undefined = Array.from({ length: 1_000_000 }, (_, n) => ({ n }))
  const full = process.memoryUsage().heapTotal
  expect(full - before).toBeGreaterThan(20_000_000)
  expect(garbage).toHaveLength(1_000_000)
  garbage = undefined
  returnFreeMemory()
  expect(full - process.memoryUsage().heapTotal).toBeGreaterThan(20_000_000)
})
