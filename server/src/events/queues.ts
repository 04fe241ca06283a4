import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Sealer } from '../platform/sealer.ts'
import { abilitiesOf } from './adaptation.ts'
import { type Credential, isStillValid } from './credential.ts'
import type { Follower } from './follower.ts'
import type { LoggedEvent } from './logged-event.ts'
import { Looking } from './looking.ts'
import { badQueue, type PollRequest, type Queue, type Reading } from './queue.ts'
import type { QueueOptions } from './queue-options.ts'
import { deleteQueue, findQueue, insertQueue, type QueueRow, touchQueue } from './queue-store.ts'
import { WaitingRoom } from './waiting-room.ts'

/** Activity is written down at most this often; expiry allows for it. */
export const touchInterval = 30_000

const leaves = () => false

/** Where a stream of events goes. */
export interface Sink {
  /** The queue is there: what follows are events. */
  open(): void
  /** False when the client does not keep up. */
  write(events: readonly string[]): boolean
}

interface Services {
  db: Db
  sealer: Sealer
  clock: Clock
  metrics: Metrics
  onError(error: unknown): void
}

/** The event queues of one organization on this process. */
export class Queues {
  readonly #services: Services
  readonly #follower: () => Follower
  readonly #known = new Map<string, Queue>()
  readonly #looking: Looking
  readonly #room: WaitingRoom<Reading>
  #closing = false

  constructor(services: Services, follower: () => Follower) {
    this.#services = services
    this.#follower = follower
    this.#looking = new Looking(services.db, services.sealer, follower)
    this.#room = new WaitingRoom(follower, services.clock, {
      textFor: ({ queue }, event) => this.#looking.textFor(queue, event),
      answer: (reading, events) => this.#answer(reading, events),
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

  /**
   * Answers with the events after a position as JSON texts; waits for the first one unless told not to. Resolves as soon as it
   * is known which.
   */
  async poll(userId: number, request: PollRequest, answer: (events: string[]) => void): Promise<void> {
    const { queueId, lastEventId } = request
    const queue = this.#recall(queueId, userId) ?? (await this.#find(queueId, userId))
    this.#touch(queue)
    // Two polls on one queue: the newer wins.
    this.#dismiss(queue)

    // Who waits is woken by what is still on its way here; who does not must have all that was acknowledged anywhere.
    if (request.dontBlock) await this.#follower().catchUp()
    if (lastEventId > this.#follower().position) await this.#assertIssued(queueId, lastEventId)
    // Nearly always there is nothing to wait for up to here.
    const { found } =
      this.#looking.glance(queue, lastEventId) ?? (await this.#looking.look(queue, lastEventId))
    // No waiting between the look above and parking, or an event could slip through.
    if (!this.#isAuthorized(userId, request.credential)) answer([])
    else if (found.length > 0 || request.dontBlock || this.#isOver) {
      this.#services.metrics.eventsDelivered(found.length)
      answer(found)
    } else this.#park(queue, request, leaves, answer)
  }

  /** Hands on events after a position as they come, until the client goes away or another reader takes its place. */
  async stream(userId: number, request: Omit<PollRequest, 'dontBlock'>, sink: Sink): Promise<void> {
    const { queueId, lastEventId } = request
    const queue = this.#recall(queueId, userId) ?? (await this.#find(queueId, userId))
    this.#touch(queue)
    this.#dismiss(queue)
    await this.#assertIssued(queueId, lastEventId)
    let position = lastEventId
    let { found, seen, complete } = await this.#looking.look(queue, position)
    sink.open()
    while (!complete || found.length > 0) {
      if (!this.#isAuthorized(userId, request.credential)) return
      sink.write(found)
      this.#services.metrics.eventsDelivered(found.length)
      position = seen
      ;({ found, seen, complete } = await this.#looking.look(queue, position))
    }
    // No waiting between the look above and this, or an event could slip through.
    if (this.#isOver || !this.#isAuthorized(userId, request.credential)) return
    await new Promise((end) => {
      const stays = (events: string[]) => {
        this.#touch(queue)
        return sink.write(events)
      }
      this.#park(queue, request, stays, end)
    })
  }

  /** Nobody waits any more: the server stops, or the organization was deactivated. */
  get #isOver(): boolean {
    return this.#closing || this.#follower().directory.realm.deactivated
  }

  async #assertIssued(queueId: string, lastEventId: number): Promise<void> {
    const follower = this.#follower()
    if (lastEventId > follower.position) await follower.advance()
    if (lastEventId > follower.position) throw badQueue(queueId)
  }

  async close(queueId: string, userId: number): Promise<void> {
    if (!(await deleteQueue(this.#services.db, queueId, userId))) throw badQueue(queueId)
    this.forget(queueId)
  }

  /** Drops what is known of a queue: it was deleted, here or by another process. */
  forget(queueId: string): void {
    const queue = this.#known.get(queueId)
    this.#known.delete(queueId)
    this.#dismiss(queue)
  }

  /** Forgets everything that is not waiting, to be looked up again when asked for. */
  forgetIdle(): void {
    for (const [id, queue] of this.#known) if (queue.parked === undefined) this.#known.delete(id)
  }

  /** Events were skipped: clients learn with their next poll whether their queue can go on. */
  forgetAll(): void {
    for (const id of [...this.#known.keys()]) this.forget(id)
  }

  /** Wakes every waiting poll that wants one of these events. */
  announce(events: readonly LoggedEvent[]): void {
    for (const { touches } of events) {
      if (touches?.users) this.#dismissDeactivated(touches.users)
      for (const userId of [...(touches?.users ?? []), ...(touches?.sessions ?? [])]) {
        this.#dismissUnauthorized(userId)
      }
    }
    this.#room.announce(events)
  }

  /** Ends what waits with a replaced key or an ended session. */
  #dismissUnauthorized(userId: number): void {
    for (const reading of this.#room.waitersOf(userId)) {
      if (!this.#isAuthorized(userId, reading.credential)) this.#answer(reading, [])
    }
  }

  #isAuthorized(userId: number, credential: Credential): boolean {
    return isStillValid(this.#follower().directory, userId, credential)
  }

  /** Forgets the queues of deactivated users, who must not receive further events. */
  #dismissDeactivated(userIds: readonly number[]): void {
    const { users } = this.#follower().directory
    const gone = new Set(userIds.filter((id) => users.get(id)?.isActive === false))
    if (gone.size === 0) return
    for (const [id, queue] of this.#known) if (gone.has(queue.row.userId)) this.forget(id)
  }

  /** Answers every waiting poll with what there is, and lets no other wait. */
  answerAll(): void {
    this.#closing = true
    this.#room.close()
  }

  /**
   * Waits in the room until it is over: the client is gone, another reader came, the server stops, or the reader has what it
   * came for. It ends with the events it got last.
   */
  #park(
    queue: Queue,
    { onGone, credential }: Pick<PollRequest, 'onGone' | 'credential'>,
    stays: Reading['stays'],
    end: Reading['end'],
  ): void {
    const { userId, options } = queue.row
    const reading: Reading = {
      queue,
      credential,
      userId,
      listensToPublic: options.allPublicChannels,
      since: this.#follower().position,
      patientUntil: 0,
      stays,
      end,
      stopCaring: onGone(() => this.#answer(reading, [])),
    }
    // Another reader may have come while this one was looking.
    this.#dismiss(queue)
    queue.parked = reading
    this.#room.enter(reading)
    this.#services.metrics.pollParked()
  }

  /** Hands events to a reader who waits. No events at all mean that it is over. */
  #answer(reading: Reading, found: string[]): void {
    const { queue } = reading
    if (queue.parked !== reading) return
    const events = this.#isAuthorized(reading.userId, reading.credential) ? found : []
    const { metrics, clock } = this.#services
    metrics.eventsDelivered(events.length)
    if (events.length > 0 && reading.stays(events)) {
      this.#room.stay(reading)
      return
    }
    reading.stopCaring()
    queue.parked = undefined
    queue.lastActive = clock.now()
    this.#room.leave(reading)
    metrics.pollAnswered()
    reading.end(events)
  }

  #dismiss(queue: Queue | undefined): void {
    if (queue?.parked !== undefined) this.#answer(queue.parked, [])
  }

  /** A queue that this process knows and that is alive for certain. */
  #recall(queueId: string, userId: number): Queue | undefined {
    const queue = this.#known.get(queueId)
    if (queue === undefined || queue.row.userId !== userId) return undefined
    return queue.parked !== undefined || !this.#isStale(queue) ? queue : undefined
  }

  async #find(queueId: string, userId: number): Promise<Queue> {
    // Idle for too long as far as we know; but it may have been read through another process.
    if (this.#known.get(queueId)?.parked === undefined) this.#known.delete(queueId)
    const row = this.#known.get(queueId)?.row ?? (await findQueue(this.#services.db, queueId))
    if (row === undefined || row.userId !== userId) throw badQueue(queueId)
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
    if (now - queue.touchedAt < touchInterval) return
    queue.touchedAt = now
    // Not waited for: the poll should not fail because this does.
    void touchQueue(this.#services.db, queue.row.id).catch(() => {})
  }
}
