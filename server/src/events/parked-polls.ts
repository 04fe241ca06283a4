import type { Directory } from '../directory/directory.ts'
import type { Clock } from '../platform/clock.ts'
import { isPublicMessage } from './accepts.ts'
import { includes, pickFrom } from './audience.ts'
import type { LoggedEvent } from './logged-event.ts'

/** A parked poll or stream. There are thousands, so each holds little. */
export interface ParkedPollState {
  readonly userId: number
  /** Whether it also gets messages of public channels that its owner is not subscribed to. */
  readonly listensToPublic: boolean
  /** Events up to this position were delivered before it was parked. */
  readonly since: number
  /** When it gets a heartbeat, unless an event comes first. Set by `ParkedPolls`. */
  heartbeatAt: number
}

export interface ParkedPollHost<Poll> {
  /** The JSON of an event for a poll; undefined if the event is not for it. */
  textFor(poll: Poll, event: LoggedEvent): string | undefined
  answer(poll: Poll, events: string[]): void
  onError(error: unknown): void
}

interface Source {
  readonly directory: Directory
  readonly position: number
}

const heartbeatCheckIntervalMs = 1_000

/** The parked polls of an organization, indexed by user. */
export class ParkedPolls<Poll extends ParkedPollState> {
  readonly #source: () => Source
  readonly #clock: Clock
  readonly #host: ParkedPollHost<Poll>
  readonly #byUser = new Map<number, Poll[]>()
  readonly #listeners = new Set<Poll>()
  #undelivered: LoggedEvent[] = []
  #heart: NodeJS.Timeout | undefined

  constructor(source: () => Source, clock: Clock, host: ParkedPollHost<Poll>) {
    this.#source = source
    this.#clock = clock
    this.#host = host
  }

  /** Number of users with parked polls. */
  get size(): number {
    return this.#byUser.size
  }

  enter(poll: Poll): void {
    this.stay(poll)
    const others = this.#byUser.get(poll.userId)
    if (others === undefined) this.#byUser.set(poll.userId, [poll])
    else others.push(poll)
    if (poll.listensToPublic) this.#listeners.add(poll)
    // One timer for all polls, because thousands come and go with every event.
    this.#heart ??= setInterval(() => this.#beat(), heartbeatCheckIntervalMs).unref()
  }

  /** Postpones the heartbeat. */
  stay(poll: Poll): void {
    poll.heartbeatAt = this.#clock.now() + 45_000 + Math.random() * 9_000
  }

  leave(poll: Poll): void {
    const others = this.#byUser.get(poll.userId)?.filter((one) => one !== poll) ?? []
    if (others.length === 0) this.#byUser.delete(poll.userId)
    else this.#byUser.set(poll.userId, others)
    this.#listeners.delete(poll)
  }

  pollsOf(userId: number): readonly Poll[] {
    return this.#byUser.get(userId) ?? []
  }

  /** Delivers events in the next turn of the event loop, so that the request that caused them is answered first. */
  deliver(events: readonly LoggedEvent[]): void {
    if (this.#byUser.size === 0) return
    this.#undelivered.push(...events)
    if (this.#undelivered.length > events.length) return
    setImmediate(() => {
      try {
        this.#deliver()
      } catch (error) {
        // The events are committed, and the next poll finds them.
        this.#host.onError(error)
      }
    })
  }

  close(): void {
    clearInterval(this.#heart)
    this.#dismiss()
  }

  #dismiss(): void {
    for (const poll of this.#everyone()) this.#host.answer(poll, [])
  }

  #everyone(): Poll[] {
    return [...this.#byUser.values()].flat()
  }

  #deliver(): void {
    const events = this.#undelivered
    this.#undelivered = []
    const answers = new Map<Poll, string[]>()
    const offer = (poll: Poll, event: LoggedEvent) => {
      if (event.seq <= poll.since) return
      const text = this.#host.textFor(poll, event)
      if (text === undefined) return
      const list = answers.get(poll)
      if (list === undefined) answers.set(poll, [text])
      else list.push(text)
    }
    const { directory } = this.#source()
    for (const event of events) {
      for (const polls of pickFrom(this.#byUser, event.audience, directory)) {
        for (const poll of polls) offer(poll, event)
      }
      if (this.#listeners.size > 0 && isPublicMessage(event, directory)) {
        for (const poll of this.#listeners) {
          if (!includes(event.audience, poll.userId, directory)) offer(poll, event)
        }
      }
    }
    for (const [poll, texts] of answers) this.#host.answer(poll, texts)
    // A deactivated organization delivers no further events.
    if (directory.realm.deactivated) this.#dismiss()
  }

  #beat(): void {
    const now = this.#clock.now()
    const heartbeat = `{"type":"heartbeat","id":${this.#source().position}}`
    for (const poll of this.#everyone()) {
      if (poll.heartbeatAt <= now) this.#host.answer(poll, [heartbeat])
    }
  }
}
