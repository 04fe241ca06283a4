import { WireError } from '@loquat/contract'
import type { AuditTrail } from '../audit/trail.ts'
import type { Database, Db } from '../db/database.ts'
import type { Directory } from '../directory/directory.ts'
import { Follower, LogRewound } from '../events/follower.ts'
import type { LoggedEvent } from '../events/logged-event.ts'
import { Queues } from '../events/queues.ts'
import { lockLog } from '../events/store.ts'
import { type Extensions, Tx } from '../events/transaction.ts'
import type { Wakeups } from '../events/wakeups.ts'
import type { Clock } from '../platform/clock.ts'
import type { Limits } from '../platform/limits.ts'
import type { Logger } from '../platform/logger.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { Overloaded } from '../platform/overloaded.ts'
import type { Sealer } from '../platform/sealer.ts'
import { Slots } from '../platform/slots.ts'
import { workContext } from '../platform/work-context.ts'
import { KnownTopics } from './known-topics.ts'
import { MessageIndex } from './message-index.ts'
import type { ReadOptions, Reads } from './reads.ts'
import { RecentMessages } from './recent-messages.ts'

export interface RealmServices {
  database: Database
  reads: Reads
  wakeups: Wakeups
  clock: Clock
  metrics: Metrics
  logger: Logger
  limits: Limits
  sealer: Sealer
  extensions: Extensions
  trail: AuditTrail
  /** The public URL of the organization at a subdomain. */
  urlOf(subdomain: string): string
}

/** Deadlock and serialization failure, which are worth a retry. */
const retryableCodes = new Set(['40P01', '40001'])

/** One organization in this process: its directory, the end of its log, its queues, its transactions. */
export class Realm {
  readonly follower: Follower
  readonly queues: Queues
  readonly topics: KnownTopics
  readonly recent: RecentMessages
  readonly messageIndex: MessageIndex
  /** State of features. */
  readonly slots = new Slots<Realm>()
  readonly #services: RealmServices
  #turn: Promise<unknown> = Promise.resolve()
  #waitingForTurn = 0

  private constructor(
    services: RealmServices,
    follower: Follower,
    queues: Queues,
    topics: KnownTopics,
    recent: RecentMessages,
    messageIndex: MessageIndex,
  ) {
    this.#services = services
    this.follower = follower
    this.queues = queues
    this.topics = topics
    this.recent = recent
    this.messageIndex = messageIndex
  }

  static async load(services: RealmServices, id: number): Promise<Realm> {
    const { clock, metrics, logger, sealer } = services
    const { db } = services.database
    const topics = new KnownTopics()
    const recent = new RecentMessages()
    const messageIndex = new MessageIndex(services.limits.indexedMessages)
    const follower = await Follower.start(services.database, sealer, id, {
      isAwaited: () => queues.isAwaited,
      onEvents: (events) => {
        topics.follow(events)
        recent.follow(events)
        messageIndex.follow(events, follower.directory)
        queues.deliver(events)
      },
      onRestarted: () => {
        topics.clear()
        recent.clear()
        messageIndex.clear()
        queues.forgetAll()
      },
    })
    follower.directory.url = services.urlOf(follower.directory.realm.subdomain)
    const onError = (error: unknown) => logger.error({ err: error, realm_id: id }, 'could not hand on events')
    const queues = new Queues({ db, sealer, clock, metrics, onError }, () => follower)
    return new Realm(services, follower, queues, topics, recent, messageIndex)
  }

  get id(): number {
    return this.follower.realmId
  }

  get directory(): Directory {
    return this.follower.directory
  }

  get extensions(): Extensions {
    return this.#services.extensions
  }

  /**
   * Runs work that only reads, on a replica or the primary. It contains everything that was acknowledged before the call, by any process. The
   * work may run twice.
   */
  async read<T>(work: (db: Db) => Promise<T>, options?: ReadOptions): Promise<T> {
    return await this.#services.reads.run(this, work, options)
  }

  /** The same for reads that may take hours, on a dedicated connection. */
  async readWithoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return await this.#services.reads.withoutTimeouts(this, work)
  }

  /** Changes rows and publishes events atomically. */
  async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { result, events } = await this.#services.database.db.transaction().execute(async (db) => {
          const tx = new Tx(db, this.id, this.#services)
          const result = await work(tx)
          await tx.finish()
          return { result, events: tx.events }
        })
        await this.afterCommit(events)
        return result
      } catch (error) {
        const code = (error as { code?: string }).code ?? ''
        const isRewound = error instanceof LogRewound
        if (attempt === 3 || !(isRewound || retryableCodes.has(code))) throw error
        if (isRewound) await this.follower.advance()
      }
    }
  }

  /**
   * A transaction for changes of the directory. It holds the log's lock from the start and brings the directory up to
   * date first, so the directory stays exact until the commit: permissions and audiences are computed from exact
   * data, and two such changes never interleave.
   */
  async transactExclusively<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    // One at a time per process: further ones would only occupy connections while waiting for the lock.
    if (this.#waitingForTurn >= this.#services.limits.waitingChanges) {
      throw new Overloaded('changes to the organization')
    }
    const before = this.#turn
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#turn = ended
    const { metrics } = this.#services
    const startedAt = performance.now()
    this.#waitingForTurn++
    metrics.changesWaiting(1)
    await before
    this.#waitingForTurn--
    metrics.changesWaiting(-1)
    try {
      return await this.transact(async (tx) => {
        const position = await lockLog(tx.db, this.id)
        metrics.lockWaited(performance.now() - startedAt)
        await this.follower.advanceWithin(tx.db, position)
        return await work(tx)
      })
    } finally {
      end()
    }
  }

  /**
   * Evaluates a decision on the directory. Before a denial stands, it brings the directory up to date and evaluates
   * again, so that a permission just granted in another process is never denied here.
   */
  async decideFresh<T>(decision: () => T): Promise<T> {
    try {
      return decision()
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      const before = this.follower.position
      await this.follower.advance()
      if (this.follower.position === before) throw error
      return decision()
    }
  }

  /** Notifies this process and others after a commit. Errors here do not undo the commit. */
  async afterCommit(events: readonly LoggedEvent[]): Promise<void> {
    if (events.length === 0) return
    const span = workContext.getStore()?.span?.begin('event', {
      'loquat.event.count': events.length,
      'loquat.event.types': [...new Set(events.map(({ body }) => body.type))].join(' '),
    })
    try {
      this.follower.committed(events)
      this.#services.wakeups.notifyLog(this.id, { isUrgent: events.some(isUrgent) })
      // The author must see the change in the next request.
      if (events.some((event) => event.touches !== null)) await this.follower.advance()
    } catch (error) {
      this.#services.logger.error({ err: error, realm_id: this.id }, 'could not read the log after a commit')
    } finally {
      span?.end()
    }
  }
}

/** Other processes decide by the directory, and by what they know of topics. New messages are read when they are needed. */
const isUrgent = ({ body, touches }: LoggedEvent) =>
  touches !== null || body.type === 'update_message' || body.type === 'delete_message'
