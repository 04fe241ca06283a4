import type { App } from '@loquat/server/app.ts'
import { vi } from 'vitest'

/** Waits for what happens soon. How soon depends on how busy the machine is, so this is patient. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 })

/** How many polls wait in a process. */
export async function parkedPolls({ app }: { app: App }): Promise<number> {
  return Number(/^loquat_parked_polls (\d+)$/m.exec(await app.metrics.registry.metrics())?.[1])
}

export async function untilParked(node: { app: App }, count: number): Promise<void> {
  await eventually(async () => {
    const parked = await parkedPolls(node)
    if (parked !== count) throw new Error(`${parked} polls wait, not ${count}.`)
  })
}
