import { randomUUID } from 'node:crypto'
import { refuse } from '@loquat/contract'
import type { Db } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics.ts'
import { accepts, isPublicMessage } from './accepts.ts'
import { includes, pickFrom } from './audience.ts'
import type { Follower } from './follower.ts'
import type { LoggedEvent } from './logged-event.ts'
import type { QueueOptions } from './queue-options.ts'
import { deleteQueue, findQueue, insertQueue, type QueueRow, touchQueue } from './queue-store.ts'
import { serialise } from './serialise.ts'
import { readEvents } from './store.ts'

/** Activity is written down at most this often; expiry allows for it. */
export const touchInterval = 30_000
const mostEventsPerAnswer = 1_000
const readAtOnce = 500

/** A poll that waits. */
interface Parked {
  answer(events: string[]): void
}

/** A queue as this process knows it: who reads and how. It holds no events; the client's position is its cursor. */
interface Queue {
  readonly row: QueueRow
  lastActive: number
  touchedAt: number
  parked: Parked | undefined
}

export interface PollRequest {
  queueId: string
  lastEventId: number
  dontBlock: boolean
  /** Calls back when the client goes away; returns how to stop caring. */
  onGone(callback: () => void): () => void
}

/** The event queues of one organization on this process. */
export class Queues {
  readonly #db: Db
  readonly #follower: () => Follower
  readonly #clock: Clock
  readonly #metrics: Metrics
  readonly #known = new Map<string, Queue>()
  /** Queues with a waiting poll, by user. */
  readonly #waiting = new Map<number, Set<Queue>>()
  readonly #waitingForPublic = new Set<Queue>()
  #closing = false

  constructor(db: Db, follower: () => Follower, clock: Clock, metrics: Metrics) {
    this.#db = db
    this.#follower = follower
    this.#clock = clock
    this.#metrics = metrics
  }

  async open(
    realmId: number,
    userId: number,
    options: QueueOptions,
    startSeq: number,
    idleSeconds: number,
  ): Promise<string> {
    const row: QueueRow = { id: randomUUID(), realmId, userId, options, startSeq, idleSeconds }
    await insertQueue(this.#db, row)
    this.#remember(row)
    return row.id
  }

  /** The events after a position as JSON texts; waits for the first one unless told not to. */
  async poll(userId: number, request: PollRequest): Promise<string[]> {
    const { queueId, lastEventId } = request
    const queue = await this.#find(queueId, userId)
    this.#touch(queue)
    // Two polls on one queue: the newer wins.
    queue.parked?.answer([])

    const follower = this.#follower()
    if (lastEventId > follower.position) {
      await follower.advance()
      if (lastEventId > follower.position) throw badQueue(queueId)
    }
    const found: string[] = []
    let position = Math.max(lastEventId, queue.row.startSeq)
    for (;;) {
      const recent = follower.recent(position)
      const events = recent ?? (await this.#readOlder(follower, position, queueId))
      for (const event of events) {
        if (found.length === mostEventsPerAnswer) break
        const text = this.#textFor(queue, event)
        if (text !== undefined) found.push(text)
      }
      if (recent !== undefined || found.length === mostEventsPerAnswer) break
      position = events.at(-1)?.seq ?? position
    }
    // No waiting between the look above and parking, or an event could slip through.
    if (found.length > 0 || request.dontBlock || this.#closing) {
      this.#metrics.eventsDelivered(found.length)
      return found
    }
    return await this.#park(queue, request.onGone)
  }

  async close(queueId: string, userId: number): Promise<void> {
    if (!(await deleteQueue(this.#db, queueId, userId))) throw badQueue(queueId)
    this.forget(queueId)
  }

  /** Drops what is known of a queue: it was deleted, here or by another process. */
  forget(queueId: string): void {
    const queue = this.#known.get(queueId)
    this.#known.delete(queueId)
    queue?.parked?.answer([])
  }

  /** Forgets everything that is not waiting, to be looked up again when asked for. */
  forgetIdle(): void {
    for (const [id, queue] of this.#known) if (queue.parked === undefined) this.#known.delete(id)
  }

  /** Wakes every waiting poll that wants one of these events. */
  deliver(events: readonly LoggedEvent[]): void {
    if (this.#waiting.size === 0) return
    const answers = new Map<Queue, string[]>()
    const offer = (queue: Queue, event: LoggedEvent) => {
      const text = this.#textFor(queue, event)
      if (text === undefined) return
      const list = answers.get(queue)
      if (list === undefined) answers.set(queue, [text])
      else list.push(text)
    }
    const { directory } = this.#follower()
    for (const event of events) {
      for (const queues of pickFrom(this.#waiting, event.audience, directory)) {
        for (const queue of queues) offer(queue, event)
      }
      if (this.#waitingForPublic.size > 0 && isPublicMessage(event, directory)) {
        for (const queue of this.#waitingForPublic) {
          if (!includes(event.audience, queue.row.userId, directory)) offer(queue, event)
        }
      }
    }
    for (const [queue, texts] of answers) {
      this.#metrics.eventsDelivered(texts.length)
      queue.parked?.answer(texts)
    }
  }

  /** Answers every waiting poll with what there is, and lets no other wait. */
  answerAll(): void {
    this.#closing = true
    for (const queue of this.#known.values()) queue.parked?.answer([])
  }

  #textFor(queue: Queue, event: LoggedEvent): string | undefined {
    const { userId, options, id } = queue.row
    const { directory } = this.#follower()
    const addressed = includes(event.audience, userId, directory)
    if (!addressed && !(options.allPublicChannels && isPublicMessage(event, directory))) return undefined
    const reader = { userId, queueId: id, options, addressed }
    return accepts(event, reader) ? serialise(event, reader) : undefined
  }

  /** Events that are no longer in memory. The log has no holes: if the next one is missing, it was trimmed. */
  async #readOlder(follower: Follower, after: number, queueId: string): Promise<LoggedEvent[]> {
    const events = await readEvents(this.#db, follower.realmId, after, readAtOnce)
    if (events[0]?.seq !== after + 1) throw badQueue(queueId)
    return events
  }

  #park(queue: Queue, onGone: PollRequest['onGone']): Promise<string[]> {
    return new Promise((resolve) => {
      const answer = (events: string[]) => {
        if (queue.parked !== parked) return
        clearTimeout(heartbeat)
        stopCaring()
        queue.parked = undefined
        this.#noLongerWaiting(queue)
        this.#metrics.pollAnswered()
        queue.lastActive = this.#clock.now()
        resolve(events)
      }
      const parked: Parked = { answer }
      // Whole seconds, so that thousands of polls share a few timer lists.
      const patience = (45 + Math.floor(Math.random() * 11)) * 1_000
      const heartbeat = setTimeout(() => {
        answer([`{"type":"heartbeat","id":${this.#follower().position}}`])
      }, patience)
      const stopCaring = onGone(() => answer([]))
      // Another poll may have come while this one was reading.
      queue.parked?.answer([])
      queue.parked = parked
      this.#nowWaiting(queue)
      this.#metrics.pollParked()
    })
  }

  #nowWaiting(queue: Queue): void {
    const { userId, options } = queue.row
    const others = this.#waiting.get(userId)
    if (others === undefined) this.#waiting.set(userId, new Set([queue]))
    else others.add(queue)
    if (options.allPublicChannels) this.#waitingForPublic.add(queue)
  }

  #noLongerWaiting(queue: Queue): void {
    const others = this.#waiting.get(queue.row.userId)
    others?.delete(queue)
    if (others?.size === 0) this.#waiting.delete(queue.row.userId)
    this.#waitingForPublic.delete(queue)
  }

  async #find(queueId: string, userId: number): Promise<Queue> {
    let queue = this.#known.get(queueId)
    // Idle for too long as far as we know; but it may have been read through another process.
    if (queue !== undefined && queue.parked === undefined && this.#isStale(queue)) {
      this.#known.delete(queueId)
      queue = undefined
    }
    if (queue === undefined) {
      const row = await findQueue(this.#db, queueId)
      if (row !== undefined) queue = this.#known.get(queueId) ?? this.#remember(row)
    }
    if (queue === undefined || queue.row.userId !== userId) throw badQueue(queueId)
    return queue
  }

  #isStale(queue: Queue): boolean {
    return this.#clock.now() - queue.lastActive > queue.row.idleSeconds * 1_000
  }

  #remember(row: QueueRow): Queue {
    const now = this.#clock.now()
    const queue: Queue = { row, lastActive: now, touchedAt: now, parked: undefined }
    this.#known.set(row.id, queue)
    return queue
  }

  #touch(queue: Queue): void {
    const now = this.#clock.now()
    queue.lastActive = now
    if (now - queue.touchedAt < touchInterval) return
    queue.touchedAt = now
    // Not waited for: the poll should not fail because this does.
    void touchQueue(this.#db, queue.row.id).catch(() => {})
  }
}

const badQueue = (queueId: string) =>
  refuse('BadEventQueueId', `There is no event queue ${queueId}. Register a new one.`, { queue_id: queueId })
