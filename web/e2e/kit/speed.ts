import type { Page } from 'playwright-core'

/** CPU time of the fixed task on the machine that limits were set for, in milliseconds. */
const nominalMs = 80

/** Returns a function for the CPU time of the main thread so far, in milliseconds. */
export async function mainThread(page: Page): Promise<() => Promise<number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
}

/** How many times slower the machine is than the one that limits were set for; at least 1. */
interface Slowness {
  /** For limits on CPU time. Other processes do not count. */
  cpu: number
  /** For limits on elapsed time. Includes the time of other processes. */
  elapsed: number
}

/** Measures the machine by a fixed task in the page. */
export async function slowness(page: Page, rounds = 3): Promise<Slowness> {
  const work = await mainThread(page)
  const cpu: number[] = []
  const elapsed: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await work()
    const start = performance.now()
    await page.evaluate(() => {
      const words = Array.from({ length: 60_000 }, (_, n) => `${(n * 7_919) % 60_000} leaf`).sort()
      return new Map(words.map((word) => [word, word.length])).size
    })
    elapsed.push(performance.now() - start)
    cpu.push((await work()) - before)
  }
  const mean = elapsed.reduce((sum, one) => sum + one, 0) / rounds
  return { cpu: Math.max(1, Math.min(...cpu) / nominalMs), elapsed: Math.max(1, mean / nominalMs) }
}
