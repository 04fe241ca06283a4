import type { Directory } from '../directory/directory.ts'
import type { Clock } from '../platform/clock.ts'
import { isPublicMessage } from './accepts.ts'
import { includes, pickFrom } from './audience.ts'
import type { LoggedEvent } from './logged-event.ts'

/** A poll that waits for an event. There are thousands: what it holds counts. */
export interface Waiter {
  readonly userId: number
  /** Also wants messages of public channels that its owner is not in. */
  readonly listensToPublic: boolean
  /** It has looked at everything up to here. */
  readonly since: number
  /** When it gets a heartbeat instead. Set by the room. */
  patientUntil: number
}

/** Whose waiters they are. */
export interface Host<W> {
  /** The event's text for a waiter, unless it does not want it. */
  textFor(waiter: W, event: LoggedEvent): string | undefined
  answer(waiter: W, events: string[]): void
  onError(error: unknown): void
}

interface Source {
  readonly directory: Directory
  readonly position: number
}

const heartbeatCheck = 1_000

/** Where polls wait, and are found again by whom an event is for. */
export class WaitingRoom<W extends Waiter> {
  readonly #source: () => Source
  readonly #clock: Clock
  readonly #host: Host<W>
  readonly #byUser = new Map<number, W[]>()
  readonly #listeners = new Set<W>()
  #undelivered: LoggedEvent[] = []
  #heart: NodeJS.Timeout | undefined

  constructor(source: () => Source, clock: Clock, host: Host<W>) {
    this.#source = source
    this.#clock = clock
    this.#host = host
  }

  enter(waiter: W): void {
    this.stay(waiter)
    const others = this.#byUser.get(waiter.userId)
    if (others === undefined) this.#byUser.set(waiter.userId, [waiter])
    else others.push(waiter)
    if (waiter.listensToPublic) this.#listeners.add(waiter)
    // One timer for all: thousands of polls come and go with every event.
    this.#heart ??= setInterval(() => this.#beat(), heartbeatCheck).unref()
  }

  /** Gives a waiter that got something its full patience again. */
  stay(waiter: W): void {
    waiter.patientUntil = this.#clock.now() + 45_000 + Math.random() * 9_000
  }

  leave(waiter: W): void {
    const others = this.#byUser.get(waiter.userId)?.filter((one) => one !== waiter) ?? []
    if (others.length === 0) this.#byUser.delete(waiter.userId)
    else this.#byUser.set(waiter.userId, others)
    this.#listeners.delete(waiter)
  }

  waitersOf(userId: number): readonly W[] {
    return this.#byUser.get(userId) ?? []
  }

  /** Hands events to those they are for: soon, so that whoever caused them gets the answer first. */
  announce(events: readonly LoggedEvent[]): void {
    if (this.#byUser.size === 0) return
    this.#undelivered.push(...events)
    if (this.#undelivered.length > events.length) return
    setImmediate(() => {
      try {
        this.#deliver()
      } catch (error) {
        // What was committed stays committed; whoever waits finds it with the next poll.
        this.#host.onError(error)
      }
    })
  }

  close(): void {
    clearInterval(this.#heart)
    this.#dismiss()
  }

  #dismiss(): void {
    for (const waiter of this.#everyone()) this.#host.answer(waiter, [])
  }

  #everyone(): W[] {
    return [...this.#byUser.values()].flat()
  }

  #deliver(): void {
    const events = this.#undelivered
    this.#undelivered = []
    const answers = new Map<W, string[]>()
    const offer = (waiter: W, event: LoggedEvent) => {
      if (event.seq <= waiter.since) return
      const text = this.#host.textFor(waiter, event)
      if (text === undefined) return
      const list = answers.get(waiter)
      if (list === undefined) answers.set(waiter, [text])
      else list.push(text)
    }
    const { directory } = this.#source()
    for (const event of events) {
      for (const waiters of pickFrom(this.#byUser, event.audience, directory)) {
        for (const waiter of waiters) offer(waiter, event)
      }
      if (this.#listeners.size > 0 && isPublicMessage(event, directory)) {
        for (const waiter of this.#listeners) {
          if (!includes(event.audience, waiter.userId, directory)) offer(waiter, event)
        }
      }
    }
    for (const [waiter, texts] of answers) this.#host.answer(waiter, texts)
    // In a deactivated organization nobody is told anything further.
    if (directory.realm.deactivated) this.#dismiss()
  }

  #beat(): void {
    const now = this.#clock.now()
    const heartbeat = `{"type":"heartbeat","id":${this.#source().position}}`
    for (const waiter of this.#everyone()) {
      if (waiter.patientUntil <= now) this.#host.answer(waiter, [heartbeat])
    }
  }
}
