import { setImmediate } from 'node:timers/promises'
import type { App } from '@loquat/server/app.ts'
import { vi } from 'vitest'

/** Waits for a condition, with a long timeout for busy machines. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 })

/** The same without moving fake timers forward. */
export async function eventuallyAtRest(isMet: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000
  while (!(await isMet())) {
    if (performance.now() > end) throw new Error('The condition was not met within a minute.')
    await setImmediate()
  }
}

/** The value of a metric without labels in a process. */
export async function metricOf({ app }: { app: App }, name: string): Promise<number> {
  const text = await app.metrics.registry.getSingleMetricAsString(name)
  return Number(/^\S+ (\d+)$/m.exec(text)?.[1])
}

/** How many polls and streams wait in a process. */
export const parkedPolls = async (node: { app: App }) =>
  (await metricOf(node, 'loquat_parked_polls')) + (await metricOf(node, 'loquat_open_streams'))

export async function waitForParkedPolls(node: { app: App }, count: number): Promise<void> {
  await eventually(async () => {
    const parked = await parkedPolls(node)
    if (parked !== count) throw new Error(`${parked} polls wait, not ${count}.`)
  })
}
