import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { Sealer } from '../platform/sealer.ts'
import { abilitiesOf } from './adaptation.ts'
import { type Credential, isStillValid } from './credential.ts'
import type { Follower } from './follower.ts'
import type { LoggedEvent } from './logged-event.ts'
import { ParkedPolls } from './parked-polls.ts'
import { type ParkedPoll, type PollRequest, type Queue, queueNotFound } from './queue.ts'
import type { QueueOptions } from './queue-options.ts'
import { QueueReader } from './queue-reader.ts'
import { deleteQueue, findQueue, insertQueue, type QueueRow, touchQueue } from './queue-store.ts'

/** Minimum interval between writes of a queue's last activity. Expiry allows for it. */
export const touchIntervalMs = 30_000

const policyOf = ({ directory }: Follower) => JSON.stringify(directory.realm.signInPolicy)

const endAfterFirst = () => false
const kindOf = ({ deliver }: ParkedPoll) => (deliver === endAfterFirst ? 'polls' : 'streams')

/** Receives a stream of events. */
export interface EventSink {
  /** The queue exists; events follow. */
  open(): void
  /** Returns false when the client does not keep up. */
  write(events: readonly string[]): boolean
}

interface Services {
  db: Db
  sealer: Sealer
  clock: Clock
  metrics: Metrics
  onError(error: unknown): void
}

/** The event queues of one organization in this process. */
export class Queues {
  readonly #services: Services
  readonly #follower: () => Follower
  readonly #known = new Map<string, Queue>()
  readonly #reader: QueueReader
  readonly #parked: ParkedPolls<ParkedPoll>
  /** The sign-in policy by which parked polls were authenticated. */
  #policy: string
  #closing = false

  constructor(services: Services, follower: () => Follower) {
    this.#services = services
    this.#follower = follower
    this.#policy = policyOf(follower())
    this.#reader = new QueueReader(services.db, services.sealer, follower)
    this.#parked = new ParkedPolls(follower, services.clock, {
      textFor: ({ queue }, event) => this.#reader.textFor(queue, event),
      answer: (poll, events) => this.#answer(poll, events),
      onError: services.onError,
    })
  }

  async open(
    realmId: number,
    userId: number,
    options: QueueOptions,
    startSeq: number,
    idleSeconds: number,
  ): Promise<string> {
    const row: QueueRow = { id: randomUUID(), realmId, userId, options, startSeq, idleSeconds }
    await insertQueue(this.#services.db, row)
    this.#remember(row)
    return row.id
  }

  /** Answers with the events after a position as JSON, or parks until there is one. Resolves as soon as either is decided. */
  async poll(userId: number, request: PollRequest, answer: (events: string[]) => void): Promise<void> {
    const { queueId, lastEventId } = request
    const queue = this.#recall(queueId, userId) ?? (await this.#find(queueId, userId))
    this.#touch(queue)
    // Two polls on one queue: the newer wins.
    this.#dismiss(queue)

    // A parked poll is woken by events that have not arrived here yet. An immediate answer must include all acknowledged ones.
    if (request.dontBlock) await this.#follower().catchUp()
    if (lastEventId > this.#follower().position) await this.#assertIssued(queueId, lastEventId)
    // The common path up to here does not await anything.
    const { found } =
      this.#reader.fromMemory(queue, lastEventId) ?? (await this.#reader.read(queue, lastEventId))
    // No await between this read and parking, or an event could be missed.
    if (!this.#isAuthorized(userId, request.credential)) answer([])
    else if (found.length > 0 || request.dontBlock || this.#isOver) {
      this.#services.metrics.eventsDelivered(found.length)
      answer(found)
    } else this.#park(queue, request, endAfterFirst, answer)
  }

  /** Streams the events after a position until the client disconnects or another request reads the queue. */
  async stream(userId: number, request: Omit<PollRequest, 'dontBlock'>, sink: EventSink): Promise<void> {
    const { queueId, lastEventId } = request
    const queue = this.#recall(queueId, userId) ?? (await this.#find(queueId, userId))
    this.#touch(queue)
    this.#dismiss(queue)
    await this.#assertIssued(queueId, lastEventId)
    let position = lastEventId
    let { found, seen, complete } = await this.#reader.read(queue, position)
    sink.open()
    while (!complete || found.length > 0) {
      if (!this.#isAuthorized(userId, request.credential)) return
      sink.write(found)
      this.#services.metrics.eventsDelivered(found.length)
      position = seen
      ;({ found, seen, complete } = await this.#reader.read(queue, position))
    }
    // No await between this read and parking, or an event could be missed.
    if (this.#isOver || !this.#isAuthorized(userId, request.credential)) return
    await new Promise((end) => {
      const deliver = (events: string[]) => {
        this.#touch(queue)
        return sink.write(events)
      }
      this.#park(queue, request, deliver, end)
    })
  }

  /** Whether no poll may be parked: the server is stopping, or the organization was deactivated. */
  get #isOver(): boolean {
    return this.#closing || this.#follower().directory.realm.deactivated
  }

  async #assertIssued(queueId: string, lastEventId: number): Promise<void> {
    const follower = this.#follower()
    if (lastEventId > follower.position) await follower.advance()
    if (lastEventId > follower.position) throw queueNotFound(queueId)
  }

  async close(queueId: string, userId: number): Promise<void> {
    if (!(await deleteQueue(this.#services.db, queueId, userId))) throw queueNotFound(queueId)
    this.forget(queueId)
  }

  /** Forgets a queue that was deleted, here or by another process. */
  forget(queueId: string): void {
    const queue = this.#known.get(queueId)
    this.#known.delete(queueId)
    this.#dismiss(queue)
  }

  /** Forgets queues without a parked poll. They are loaded again when needed. */
  forgetIdle(): void {
    for (const [id, queue] of this.#known) if (queue.parked === undefined) this.#known.delete(id)
  }

  /** Forgets all queues after events were skipped. The next poll of a client decides whether its queue can continue. */
  forgetAll(): void {
    for (const id of [...this.#known.keys()]) this.forget(id)
  }

  /** Whether any poll is parked. */
  get isAwaited(): boolean {
    return this.#parked.size > 0
  }

  /** Delivers events to parked polls. */
  deliver(events: readonly LoggedEvent[]): void {
    for (const { touches } of events) {
      if (touches?.realm) this.#dismissAfterNewPolicy()
      if (touches?.users) this.#dismissDeactivated(touches.users)
      const { users = [], sessions = [], tokens = [] } = touches ?? {}
      for (const userId of [...users, ...sessions, ...tokens]) this.#dismissUnauthorized(userId)
      if (touches?.realm) this.#dismissAllUnauthorized()
    }
    this.#parked.deliver(events)
  }

  /** Ends all parked polls after the sign-in policy changed. Their clients come back, and are authenticated by the new one. */
  #dismissAfterNewPolicy(): void {
    const policy = policyOf(this.#follower())
    if (policy === this.#policy) return
    this.#policy = policy
    for (const queue of this.#known.values()) this.#dismiss(queue)
  }

  /** Ends parked polls with API keys when the organization turns those off. */
  #dismissAllUnauthorized(): void {
    if (this.#follower().directory.setting('api_keys_enabled')) return
    for (const { parked } of this.#known.values()) {
      if (parked !== undefined && !this.#isAuthorized(parked.userId, parked.credential))
        this.#answer(parked, [])
    }
  }

  /** Ends parked polls whose API key was replaced, or whose session or token ended. */
  #dismissUnauthorized(userId: number): void {
    for (const poll of this.#parked.pollsOf(userId)) {
      if (!this.#isAuthorized(userId, poll.credential)) this.#answer(poll, [])
    }
  }

  #isAuthorized(userId: number, credential: Credential): boolean {
    return isStillValid(this.#follower().directory, userId, credential, this.#services.clock.now())
  }

  /** Forgets the queues of deactivated users, who must not receive further events. */
  #dismissDeactivated(userIds: readonly number[]): void {
    const { users } = this.#follower().directory
    const gone = new Set(userIds.filter((id) => users.get(id)?.isActive === false))
    if (gone.size === 0) return
    for (const [id, queue] of this.#known) if (gone.has(queue.row.userId)) this.forget(id)
  }

  /** Answers every parked poll with the available events, and parks no more. */
  answerAll(): void {
    this.#closing = true
    this.#parked.close()
  }

  /**
   * Parks until the client disconnects, another request reads the queue, the server stops, or `deliver` ends it.
   * Resolves with the last events.
   */
  #park(
    queue: Queue,
    { onDisconnect, credential }: Pick<PollRequest, 'onDisconnect' | 'credential'>,
    deliver: ParkedPoll['deliver'],
    end: ParkedPoll['end'],
  ): void {
    const { userId, options } = queue.row
    const poll: ParkedPoll = {
      queue,
      credential,
      userId,
      listensToPublic: options.allPublicChannels,
      since: this.#follower().position,
      heartbeatAt: 0,
      deliver,
      end,
      stopWatching: onDisconnect(() => this.#answer(poll, [])),
    }
    // Another request may have been parked while this one was reading.
    this.#dismiss(queue)
    queue.parked = poll
    this.#parked.enter(poll)
    this.#services.metrics.parked(kindOf(poll), 1)
    this.#follower().hurry()
  }

  /** Delivers events to a parked poll. An empty list ends it. */
  #answer(poll: ParkedPoll, found: string[]): void {
    const { queue } = poll
    if (queue.parked !== poll) return
    const events = this.#isAuthorized(poll.userId, poll.credential) ? found : []
    const { metrics, clock } = this.#services
    metrics.eventsDelivered(events.length)
    if (events.length > 0 && poll.deliver(events)) {
      this.#parked.stay(poll)
      return
    }
    poll.stopWatching()
    queue.parked = undefined
    queue.lastActive = clock.now()
    this.#parked.leave(poll)
    metrics.parked(kindOf(poll), -1)
    poll.end(events)
  }

  #dismiss(queue: Queue | undefined): void {
    if (queue?.parked !== undefined) this.#answer(queue.parked, [])
  }

  /** A queue known to this process that has certainly not expired. */
  #recall(queueId: string, userId: number): Queue | undefined {
    const queue = this.#known.get(queueId)
    if (queue === undefined || queue.row.userId !== userId) return undefined
    return queue.parked !== undefined || !this.#isStale(queue) ? queue : undefined
  }

  async #find(queueId: string, userId: number): Promise<Queue> {
    // Expired as far as this process knows, but it may have been read through another one.
    if (this.#known.get(queueId)?.parked === undefined) this.#known.delete(queueId)
    const row = this.#known.get(queueId)?.row ?? (await findQueue(this.#services.db, queueId))
    if (row === undefined || row.userId !== userId) throw queueNotFound(queueId)
    return this.#known.get(queueId) ?? this.#remember(row)
  }

  #isStale(queue: Queue): boolean {
    return this.#services.clock.now() - queue.lastActive > queue.row.idleSeconds * 1_000
  }

  #remember(row: QueueRow): Queue {
    const now = this.#services.clock.now()
    const abilities = abilitiesOf(row.options)
    const queue: Queue = { row, abilities, lastActive: now, touchedAt: now, parked: undefined }
    this.#known.set(row.id, queue)
    return queue
  }

  #touch(queue: Queue): void {
    const now = this.#services.clock.now()
    queue.lastActive = now
    if (now - queue.touchedAt < touchIntervalMs) return
    queue.touchedAt = now
    // Not awaited: a poll must not fail because this does.
    void touchQueue(this.#services.db, queue.row.id).catch(() => {})
  }
}
