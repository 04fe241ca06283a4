import type { endpoints, InitialState, InputOf, QueueEvent } from '@loquat/contract'
import type { Api } from './api.ts'
import { ApiError } from './error.ts'
import { reduce } from './state/reduce.ts'

export type RegisterOptions = InputOf<typeof endpoints.register>

export interface LiveOptions {
  register?: RegisterOptions
  /** After each event has been applied to the state. */
  onEvent?(event: QueueEvent, state: InitialState): void
  /** The state was fetched anew: at the start, and when the old queue was gone. */
  onState?(state: InitialState): void
  /** Something failed and will be tried again after `wait` milliseconds. */
  onTrouble?(error: unknown, wait: number): void
}

const backOff = { first: 500, most: 30_000 }

/**
 * A live view of an organization: registers a queue, polls it, applies every event to the state, resumes where it
 * was after a failure, and registers anew when the queue is gone.
 */
export class LiveSession {
  readonly #api: Api
  readonly #options: LiveOptions
  readonly #stop = new AbortController()
  #queueId = ''
  #position = -1
  #state: InitialState = {}
  #loop: Promise<void> = Promise.resolve()

  private constructor(api: Api, options: LiveOptions) {
    this.#api = api
    this.#options = options
  }

  /** Resolves once the state is there; fails if the server refuses. */
  static async connect(api: Api, options: LiveOptions = {}): Promise<LiveSession> {
    const session = new LiveSession(api, options)
    await session.#register()
    session.#loop = session.#follow()
    return session
  }

  get state(): InitialState {
    return this.#state
  }

  /** Where the session is in the log, and on which queue. */
  get cursor(): { queueId: string; lastEventId: number } {
    return { queueId: this.#queueId, lastEventId: this.#position }
  }

  /** Stops polling and closes the queue. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#loop
    await this.#api.deleteQueue({ queue_id: this.#queueId }).catch(() => {})
  }

  async #register(): Promise<void> {
    const reply = await this.#api.register(this.#options.register ?? {}, { signal: this.#stop.signal })
    const { queue_id, last_event_id, ...state } = reply
    this.#queueId = queue_id ?? ''
    this.#position = last_event_id ?? -1
    this.#state = state
    this.#options.onState?.(state)
  }

  async #follow(): Promise<void> {
    let wait = backOff.first
    while (!this.#stop.signal.aborted) {
      try {
        await this.#poll()
        wait = backOff.first
      } catch (error) {
        if (this.#stop.signal.aborted) return
        const pause =
          (error instanceof ApiError && error.retryAfter ? error.retryAfter * 1_000 : wait) * jitter()
        this.#options.onTrouble?.(error, pause)
        await this.#sleep(pause)
        wait = Math.min(wait * 2, backOff.most)
      }
    }
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stop
    try {
      const { events } = await this.#api.getEvents(
        { queue_id: this.#queueId, last_event_id: this.#position },
        { signal },
      )
      for (const event of events as unknown as QueueEvent[]) this.#apply(event)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'BAD_EVENT_QUEUE_ID') throw error
      // Whoever reconnects after a long absence does not do so in step with everyone else.
      await this.#sleep(Math.random() * backOff.first)
      await this.#register()
    }
  }

  #apply(event: QueueEvent): void {
    if (event.type === 'heartbeat') {
      this.#position = Math.max(this.#position, event.id)
      return
    }
    // An answer that was lost on the way is given again.
    if (event.id <= this.#position) return
    this.#position = event.id
    this.#state = reduce(this.#state, event)
    this.#options.onEvent?.(event, this.#state)
  }

  #sleep(milliseconds: number): Promise<void> {
    const { signal } = this.#stop
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      signal.addEventListener('abort', done)
    })
  }
}

const jitter = () => 0.75 + Math.random() / 2
