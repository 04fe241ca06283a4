import type { ReadPosition } from './read-position-store.ts'

type Positions = ReadonlyMap<number, ReadPosition>

interface Lookup {
  realmIds: Set<number>
  result: Promise<Positions>
}

/**
 * Looks up positions of organizations, one statement at a time for all callers. A caller never gets the result of a statement that began before
 * its request arrived, so the position has everything that was acknowledged before.
 */
export class PositionLookup {
  readonly #load: (realmIds: readonly number[]) => Promise<Positions>
  #running: Promise<unknown> = Promise.resolve()
  /** The lookup that has not begun. */
  #next: Lookup | undefined
  /** The last one that has begun, unless it failed. */
  #begun: (Lookup & { at: number }) | undefined

  constructor(load: (realmIds: readonly number[]) => Promise<Positions>) {
    this.#load = load
  }

  /** Undefined if there is no such organization. Requests that waited for their turn usually find a lookup that began meanwhile. */
  async of(realmId: number, arrivedAt = performance.now()): Promise<ReadPosition | undefined> {
    const begun = this.#begun
    if (begun !== undefined && begun.at > arrivedAt && begun.realmIds.has(realmId)) {
      return (await begun.result).get(realmId)
    }
    this.#next ??= this.#enqueue()
    this.#next.realmIds.add(realmId)
    return (await this.#next.result).get(realmId)
  }

  #enqueue(): Lookup {
    const realmIds = new Set<number>()
    const result = this.#running.then(() => {
      this.#next = undefined
      this.#begun = { ...lookup, at: performance.now() }
      return this.#load([...realmIds])
    })
    const lookup = { realmIds, result }
    this.#running = result.catch(() => {
      this.#begun = undefined
    })
    return lookup
  }
}
