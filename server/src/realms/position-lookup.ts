import type { ReadPosition } from './read-position-store.ts'

type Positions = ReadonlyMap<number, ReadPosition>

interface Lookup {
  realmIds: Set<number>
  /** Requests that wait for it. */
  waiting: number
  result: Promise<Positions>
}

/** With fewer reads under way, waiting for further ones would only delay them. */
const minGathered = 8
/** The share of the reads under way for which one statement should answer. */
const gatheredShare = 0.75
/** The longest wait for further reads, as a multiple of the time that the last statement took: longer on a busy machine, where the reads take longer, too. */
const gatherFactor = 10
const gatherMs = { least: 5, most: 100 }

/**
 * Looks up positions of organizations, one statement at a time for all callers. A caller never gets the result of a statement that began before
 * its request arrived, so the position has everything that was acknowledged before.
 */
export class PositionLookup {
  readonly #load: (realmIds: readonly number[]) => Promise<Positions>
  readonly #underWay: () => number
  #running: Promise<unknown> = Promise.resolve()
  /** The lookup that has not begun. */
  #next: Lookup | undefined
  /** The last one that has begun, unless it failed. */
  #begun: (Lookup & { at: number }) | undefined
  /** How long the last statement took. */
  #loadMs = 0
  /** Begins the next lookup before its time. */
  #begin: (() => void) | undefined

  /** @param underWay number of reads in this process, most of which will need a position soon. */
  constructor(load: (realmIds: readonly number[]) => Promise<Positions>, underWay: () => number = () => 0) {
    this.#load = load
    this.#underWay = underWay
  }

  /** Undefined if there is no such organization. Requests that waited for their turn usually find a lookup that began meanwhile. */
  async of(realmId: number, arrivedAt = performance.now()): Promise<ReadPosition | undefined> {
    const begun = this.#begun
    if (begun !== undefined && begun.at > arrivedAt && begun.realmIds.has(realmId)) {
      return (await begun.result).get(realmId)
    }
    this.#next ??= this.#enqueue()
    this.#next.realmIds.add(realmId)
    this.#next.waiting++
    if (this.#hasEnough(this.#next)) this.#begin?.()
    return (await this.#next.result).get(realmId)
  }

  #enqueue(): Lookup {
    const realmIds = new Set<number>()
    const result = this.#running
      .then(() => this.#gather(lookup))
      .then(() => {
        this.#next = undefined
        this.#begun = { ...lookup, at: performance.now() }
        return this.#timed(realmIds)
      })
    const lookup: Lookup = { realmIds, waiting: 0, result }
    this.#running = result.catch(() => {
      this.#begun = undefined
    })
    return lookup
  }

  async #timed(realmIds: ReadonlySet<number>): Promise<Positions> {
    const startedAt = performance.now()
    const found = await this.#load([...realmIds])
    this.#loadMs = performance.now() - startedAt
    return found
  }

  /** While many reads are under way, waits for most of them, so that they share the statement. */
  async #gather(lookup: Lookup): Promise<void> {
    if (this.#hasEnough(lookup)) return
    await new Promise<void>((resolve) => {
      const { least, most } = gatherMs
      const timer = setTimeout(resolve, Math.min(most, Math.max(least, gatherFactor * this.#loadMs)))
      this.#begin = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#begin = undefined
  }

  #hasEnough({ waiting }: Lookup): boolean {
    const underWay = this.#underWay()
    return underWay < minGathered || waiting >= gatheredShare * underWay
  }
}
