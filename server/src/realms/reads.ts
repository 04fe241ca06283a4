import { WireError } from '@loquat/contract'
import type { Database, Db } from '../db/database.ts'
import type { ReplicaSession } from '../db/replicas/replica-session.ts'
import type { Replicas } from '../db/replicas/replicas.ts'
import type { Epoch } from '../db/session.ts'
import type { Directory } from '../directory/directory.ts'
import type { Follower } from '../events/follower.ts'
import { BoundedCache } from '../platform/bounded-cache.ts'
import type { Logger } from '../platform/logger.ts'
import type { ReadOutcome } from '../platform/metrics/database.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { Slot } from '../platform/slots.ts'
import { PositionLookup } from './position-lookup.ts'
import { loadPositions, loadReplayed, type ReadPosition } from './read-position-store.ts'

export interface ReadOptions {
  /** The result contains presences, whose changes are not in the log. */
  hasPresences?: boolean
  /** When the request arrived, as `performance.now()`; now if unset. */
  arrivedAt?: number
}

/** Whether the directory in memory interprets the rows. */
interface RunOptions extends ReadOptions {
  usesDirectory: boolean
}

interface ReadRealm {
  id: number
  directory: Directory
  follower: Pick<Follower, 'confirmedPosition' | 'applyAnnounced'>
}

interface ReplicaPositions {
  /** The history on which they were found. */
  epoch: Epoch
  lookup: PositionLookup
  /** The newest known position, by organization. */
  known: BoundedCache<number, ReadPosition>
}

/** The result or denial of a read, if it can be relied on. */
type Outcome<T> = { value: T } | { error: WireError }

const positionsSlot = new Slot<ReplicaSession, ReplicaPositions>()
const maxKnown = 10_000

/**
 * Runs reads on a replica that has everything that was acknowledged before the read began, or on the primary. See
 * docs/decisions/0047-reads-ask-the-primary-how-far-it-is.md.
 */
export class Reads {
  readonly #database: Database
  readonly #replicas: Replicas | undefined
  readonly #metrics: Metrics
  readonly #logger: Logger
  readonly #heads: PositionLookup
  /** The newest position that was found on the primary, by organization. */
  readonly #found = new BoundedCache<number, ReadPosition & { epoch: Epoch }>(maxKnown)
  /** Reads that a replica may serve. */
  #underWay = 0

  constructor(database: Database, replicas: Replicas | undefined, metrics: Metrics, logger: Logger) {
    this.#database = database
    this.#logger = logger
    this.#replicas = replicas
    this.#metrics = metrics
    this.#heads = new PositionLookup(
      (realmIds) => this.#loadHeads(realmIds),
      () => this.#underWay,
    )
  }

  /** Runs work that only reads. It runs again on the primary if the replica fails. */
  async run<T>(realm: ReadRealm, work: (db: Db) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    const { db } = this.#database
    return await this.#run(realm, (session) => work(session?.db ?? db), { ...options, usesDirectory: true })
  }

  /** Runs reads that may take hours on a dedicated connection. */
  async withoutTimeouts<T>(realm: ReadRealm, work: (db: Db) => Promise<T>): Promise<T> {
    const inPlace = (session: ReplicaSession | undefined) => (session ?? this.#database).withoutTimeouts(work)
    return await this.#run(realm, inPlace, { usesDirectory: false })
  }

  /** @param work reads from the primary if there is no session. */
  async #run<T>(
    realm: ReadRealm,
    work: (session?: ReplicaSession) => Promise<T>,
    options: RunOptions,
  ): Promise<T> {
    if (this.#replicas === undefined) return await work()
    this.#underWay++
    const result = await this.#onReplica(realm, work, options).finally(() => this.#underWay--)
    this.#metrics.readEnded(typeof result === 'string' ? result : 'replica')
    if (typeof result === 'string') return await work()
    if ('error' in result) throw result.error
    return result.value
  }

  async #onReplica<T>(
    realm: ReadRealm,
    work: (session: ReplicaSession) => Promise<T>,
    { hasPresences = false, arrivedAt, usesDirectory }: RunOptions,
  ): Promise<Outcome<T> | Exclude<ReadOutcome, 'replica'>> {
    const sessions = this.#replicas?.sessions() ?? []
    if (sessions.length === 0) return 'unavailable'
    const head = await this.#heads.of(realm.id, arrivedAt)
    if (head === undefined) return 'unavailable'
    const covers = (a: ReadPosition, b: ReadPosition) =>
      a.log >= b.log && (!hasPresences || a.presence >= b.presence)
    for (const session of sessions) {
      const from = await this.#positionOn(session, realm.id, (known) => covers(known, head))
      if (from === undefined || !covers(from, head)) continue
      const outcome = await this.#attempt(() => work(session))
      if (outcome === undefined || session.isEnded) return 'failed'
      // The directory follows the primary. Rows must not be older than the directory that interpreted them.
      if (usesDirectory && realm.directory.changedAt > from.log) return 'unconfirmed'
      // A replica can show a commit that the primary does not show yet, and that the reader would miss on another server.
      const to = await this.#positionOn(session, realm.id)
      if (to === undefined) return 'failed'
      if (covers(head, to) || covers(this.#shownOf(realm), to)) return outcome
      // Cheaper than asking, because this process reads the log anyway.
      await realm.follower.applyAnnounced()
      if (covers(this.#shownOf(realm), to)) return outcome
      const later = await this.#heads.of(realm.id)
      return later !== undefined && covers(later, to) ? outcome : 'unconfirmed'
    }
    return 'behind'
  }

  async #loadHeads(realmIds: readonly number[]): Promise<ReadonlyMap<number, ReadPosition>> {
    const epoch = this.#database.epoch()
    const heads = await loadPositions(this.#database.db, realmIds)
    if (epoch !== this.#database.epoch()) return heads
    for (const [id, { log, presence }] of heads) {
      const last = this.#foundOf(id)
      this.#found.set(id, {
        epoch,
        log: Math.max(log, last.log),
        presence: Math.max(presence, last.presence),
      })
    }
    return heads
  }

  /** Nothing on another history of the database. */
  #foundOf(realmId: number): ReadPosition {
    const last = this.#found.peek(realmId)
    return last?.epoch === this.#database.epoch() ? last : { log: 0, presence: 0 }
  }

  /** The newest position that the primary shows for sure, because it was asked, or because its log was read up to there. */
  #shownOf({ id, follower }: ReadRealm): ReadPosition {
    const { log, presence } = this.#foundOf(id)
    return { log: Math.max(log, follower.confirmedPosition), presence }
  }

  /** Denials are results like others. Any other failure may be the replica's, so the read is repeated on the primary. */
  async #attempt<T>(work: () => Promise<T>): Promise<Outcome<T> | undefined> {
    try {
      return { value: await work() }
    } catch (error) {
      if (error instanceof WireError) return { error }
      this.#logger.debug({ err: error }, 'a read from a replica failed and is repeated on the primary')
      return undefined
    }
  }

  /** The position of a replica: a known one if that suffices. Undefined if the replica cannot be used. */
  async #positionOn(
    session: ReplicaSession,
    realmId: number,
    suffices: (known: ReadPosition) => boolean = () => false,
  ): Promise<ReadPosition | undefined> {
    const { lookup, known } = this.#positionsOf(session)
    const last = known.get(realmId)
    if (last !== undefined && suffices(last)) return last
    // A replica that does not answer is given up by its session.
    const found = await lookup.of(realmId).catch(() => undefined)
    if (found !== undefined) known.set(realmId, found)
    return found
  }

  #positionsOf(session: ReplicaSession): ReplicaPositions {
    const epoch = this.#database.epoch()
    const current = session.slots.get(positionsSlot)
    if (current?.epoch === epoch) return current
    const load = (realmIds: readonly number[]) => loadReplayed(session.controlDb, realmIds, epoch)
    const known = new BoundedCache<number, ReadPosition>(maxKnown)
    return session.slots.set(positionsSlot, { epoch, lookup: new PositionLookup(load), known })
  }
}
