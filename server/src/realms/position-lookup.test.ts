import { expect, it, onTestFinished, vi } from 'vitest'
import { PositionLookup } from './position-lookup.ts'

it('Positions are shared by requests that arrived before their statement began, and by no others', async () => {
  const statements: { realmIds: readonly number[]; answer(log: number): void; fail(): void }[] = []
  const lookup = new PositionLookup((realmIds) => {
    const { promise, resolve, reject } =
      Promise.withResolvers<ReadonlyMap<number, { log: number; presence: number }>>()
    const answer = (log: number) => resolve(new Map(realmIds.map((id) => [id, { log, presence: 0 }])))
    statements.push({ realmIds, answer, fail: () => reject(new Error('The primary is gone.')) })
    return promise
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const early = performance.now()
  const first = lookup.of(1)
  await turn()
  const waited = lookup.of(1, early)
  // Arrive while the first statement runs: it may not show what they have seen.
  const others = [lookup.of(1), lookup.of(2)]
  statements[0]?.answer(5)
  expect(await Promise.all([first, waited])).toMatchObject([{ log: 5 }, { log: 5 }])
  await turn()
  expect(statements.map(({ realmIds }) => realmIds)).toEqual([[1], [1, 2]])
  statements[1]?.answer(6)
  expect(await Promise.all(others)).toMatchObject([{ log: 6 }, { log: 6 }])

  // Had to wait since before these statements.
  expect(await lookup.of(2, early)).toMatchObject({ log: 6 })
  expect(statements).toHaveLength(2)
  // Another organization, and a request that has just arrived.
  const later = [lookup.of(3, early), lookup.of(2)]
  await turn()
  expect(statements[2]?.realmIds).toEqual([3, 2])
  statements[2]?.fail()
  await Promise.all(later.map((one) => expect(one).rejects.toThrow('The primary is gone.')))
  const again = lookup.of(1)
  await turn()
  statements[3]?.answer(7)
  expect(await again).toMatchObject({ log: 7 })
})

it('Many reads under way wait a moment for each other, and few do not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let underWay = 0
  let statements = 0
  const lookup = new PositionLookup(
    async (realmIds) => {
      statements++
      return new Map(realmIds.map((id) => [id, { log: statements, presence: 0 }]))
    },
    () => underWay,
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  underWay = 7
  expect(await lookup.of(1)).toMatchObject({ log: 1 })

  underWay = 16
  const gathered = Array.from({ length: 11 }, () => lookup.of(1))
  await turn()
  expect(statements).toBe(1)
  gathered.push(lookup.of(1))
  for (const one of await Promise.all(gathered)) expect(one).toMatchObject({ log: 2 })

  // The others do not come.
  const single = lookup.of(1)
  await turn()
  expect(statements).toBe(2)
  vi.advanceTimersByTime(100)
  expect(await single).toMatchObject({ log: 3 })
})
