import type { Page } from 'playwright-core'

/** CPU time of the fixed task on the machine that limits were set for, in milliseconds. */
const nominal = 80

/** Returns the CPU time of the main thread so far, in milliseconds. Other processes do not count. */
export async function mainThread(page: Page): Promise<() => Promise<number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
}

/** How many times slower this machine is than the one that limits were set for; at least 1. By the CPU time of a fixed task. */
export async function slowness(page: Page): Promise<number> {
  const work = await mainThread(page)
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = await work()
    await page.evaluate(() => {
      const words = Array.from({ length: 60_000 }, (_, n) => `${(n * 7_919) % 60_000} leaf`).sort()
      return new Map(words.map((word) => [word, word.length])).size
    })
    times.push((await work()) - before)
  }
  return Math.max(1, Math.min(...times) / nominal)
}
