import { describe, expect, it } from 'vitest'
import { GroupedCalls } from './grouped-calls.ts'

/** Calls whose groups are answered by hand: with ten times each input, or an error. */
function heldCalls() {
  const groups: { inputs: readonly number[]; answer(): void; fail(): void }[] = []
  const calls = new GroupedCalls<number, number>(
    (inputs) =>
      new Promise((resolve, reject) => {
        groups.push({
          inputs,
          answer: () => resolve(inputs.map((input) => input * 10)),
          fail: () => reject(new Error('broken')),
        })
      }),
    { maxRunning: 1, maxCalls: 3 },
  )
  return { calls, groups }
}

describe('Grouped calls', () => {
  it('are answered at once if none is running, and otherwise together with the next', async () => {
    const { calls, groups } = heldCalls()
    const outputs = Promise.all([1, 2, 3, 4, 5].map((input) => calls.call(input)))
    expect(groups.map(({ inputs }) => inputs)).toEqual([[1]])
    groups[0]?.answer()
    await expect.poll(() => groups.length).toBe(2)
    groups[1]?.answer()
    await expect.poll(() => groups.length).toBe(3)
    groups[2]?.answer()
    expect(groups.map(({ inputs }) => inputs)).toEqual([[1], [2, 3, 4], [5]])
    expect(await outputs).toEqual([10, 20, 30, 40, 50])
  })

  it('fail with their group, and not with others', async () => {
    const { calls, groups } = heldCalls()
    const outcomes = Promise.allSettled([1, 2, 3].map((input) => calls.call(input)))
    groups[0]?.answer()
    await expect.poll(() => groups.length).toBe(2)
    groups[1]?.fail()
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    const later = calls.call(4)
    groups[2]?.answer()
    expect(await later).toBe(40)
  })
})
