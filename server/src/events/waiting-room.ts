import type { Directory } from '../directory/directory.ts'
import type { Clock } from '../platform/clock.ts'
import { isPublicMessage } from './accepts.ts'
import { includes, pickFrom } from './audience.ts'
import type { LoggedEvent } from './logged-event.ts'

/** A poll that waits for an event. */
export interface Waiter {
  userId: number
  /** Also wants messages of public channels that its owner is not in. */
  listensToPublic: boolean
  /** It has looked at everything up to here. */
  since: number
  /** The event's text for this poll, unless it does not want it. */
  textFor(event: LoggedEvent): string | undefined
  answer(events: string[]): void
  /** When it gets a heartbeat instead. Set by the room. */
  patientUntil?: number
}

interface Source {
  readonly directory: Directory
  readonly position: number
}

const heartbeatCheck = 1_000

/** Where polls wait, and are found again by whom an event is for. */
export class WaitingRoom {
  readonly #source: () => Source
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  readonly #byUser = new Map<number, Set<Waiter>>()
  readonly #listeners = new Set<Waiter>()
  #undelivered: LoggedEvent[] = []
  #heart: NodeJS.Timeout | undefined

  constructor(source: () => Source, clock: Clock, onError: (error: unknown) => void) {
    this.#source = source
    this.#clock = clock
    this.#onError = onError
  }

  enter(waiter: Waiter): void {
    this.stay(waiter)
    const others = this.#byUser.get(waiter.userId)
    if (others === undefined) this.#byUser.set(waiter.userId, new Set([waiter]))
    else others.add(waiter)
    if (waiter.listensToPublic) this.#listeners.add(waiter)
    // One timer for all: thousands of polls come and go with every event.
    this.#heart ??= setInterval(() => this.#beat(), heartbeatCheck).unref()
  }

  /** Gives a waiter that got something its full patience again. */
  stay(waiter: Waiter): void {
    waiter.patientUntil = this.#clock.now() + 45_000 + Math.random() * 9_000
  }

  leave(waiter: Waiter): void {
    const others = this.#byUser.get(waiter.userId)
    others?.delete(waiter)
    if (others?.size === 0) this.#byUser.delete(waiter.userId)
    this.#listeners.delete(waiter)
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
        this.#onError(error)
      }
    })
  }

  close(): void {
    clearInterval(this.#heart)
    this.#dismiss()
  }

  #dismiss(): void {
    for (const waiter of this.#everyone()) waiter.answer([])
  }

  #everyone(): Waiter[] {
    return [...this.#byUser.values()].flatMap((waiters) => [...waiters])
  }

  #deliver(): void {
    const events = this.#undelivered
    this.#undelivered = []
    const answers = new Map<Waiter, string[]>()
    const offer = (waiter: Waiter, event: LoggedEvent) => {
      if (event.seq <= waiter.since) return
      const text = waiter.textFor(event)
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
    for (const [waiter, texts] of answers) waiter.answer(texts)
    // In a deactivated organization nobody is told anything further.
    if (directory.realm.deactivated) this.#dismiss()
  }

  #beat(): void {
    const now = this.#clock.now()
    const heartbeat = `{"type":"heartbeat","id":${this.#source().position}}`
    for (const waiter of this.#everyone()) if ((waiter.patientUntil ?? 0) <= now) waiter.answer([heartbeat])
  }
}
