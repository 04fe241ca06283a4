import type { World } from './world.ts'

/** How many statements some work sends to the database of a world with a proxy. */
export async function countStatements({ proxy }: World, work: () => Promise<unknown>): Promise<number> {
  const before = proxy.statements()
  await work()
  return proxy.statements() - before
}
