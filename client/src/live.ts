import type { InitialState, QueueEvent } from '@loquat/contract'
import type { Api } from './api.ts'
import { backOff, CancelableDelay, retryAfterDelay } from './back-off.ts'
import { ApiError } from './error.ts'
import {
  ConnectionEnded,
  isStateGone,
  type QueueCursor,
  StateOutdated,
  StreamUnavailable,
  streamEvents,
} from './listen.ts'
import type { Connection, LiveOptions } from './live-options.ts'
import { assemble, type KnownPieces, resumeOptions } from './state/pieces.ts'
import { reduce } from './state/reduce.ts'
import { SilenceWatchdog } from './watch.ts'

/** A page smaller than this means the session has caught up. */
const catchUpPageSize = 100
/** After this many silent streams in a row, falls back to polling: the network is not the cause. */
const maxSilentStreams = 2

/**
 * A live view of an organization: registers a queue, applies every event to the state, resumes after failures, and
 * registers again when the queue has expired. Receives events by stream, or by polling where streaming does not work.
 */
export class LiveSession {
  readonly #api: Api
  readonly #options: LiveOptions
  readonly #pause = new CancelableDelay()
  #watch: SilenceWatchdog | undefined
  #closed = false
  #cursor: QueueCursor = { queueId: '', lastEventId: -1 }
  #state: InitialState = {}
  #pieces: KnownPieces | undefined
  #connection: Connection | undefined
  #isBehind = false
  #failures = 0
  #polls = false
  #silentStreams = 0
  #loop: Promise<void> = Promise.resolve()

  private constructor(api: Api, options: LiveOptions) {
    this.#api = api
    this.#options = options
  }

  /**
   * Resolves once the state is available; rejects if the server refuses. With a state to resume, it also resolves if
   * the server is unreachable, and keeps retrying.
   */
  static async connect(api: Api, options: LiveOptions = {}): Promise<LiveSession> {
    const session = new LiveSession(api, options)
    await session.#begin()
    // Spectators have no queue.
    if (session.#cursor.queueId !== '') session.#loop = session.#follow()
    return session
  }

  get state(): InitialState {
    return this.#state
  }

  /**
   * Applies a local change before the server confirms it. The event that follows carries the same change and has no
   * further effect.
   */
  change(edit: (state: InitialState) => InitialState): InitialState {
    this.#state = edit(this.#state)
    return this.#state
  }

  /** The parts of large lists as they came from the server, with the option `keepPieces`. */
  get pieces(): KnownPieces | undefined {
    return this.#pieces
  }

  /** The session's queue and position in it. */
  get cursor(): QueueCursor {
    return { ...this.#cursor }
  }

  get connection(): Connection {
    return this.#connection ?? 'reconnecting'
  }

  /**
   * Ends the current retry delay, for example when the network is back or the user returns. Also detects a connection
   * that died while the machine slept.
   */
  retryNow(): void {
    this.#pause.end()
    this.#watch?.check()
  }

  /** Disconnects, and deletes the queue unless it will be resumed later. */
  async close({ keepQueue = false } = {}): Promise<void> {
    this.#closed = true
    this.#watch?.abort()
    this.#pause.end()
    await this.#loop
    if (!keepQueue) await this.#api.deleteQueue({ queue_id: this.#cursor.queueId }).catch(() => {})
  }

  async #begin(): Promise<void> {
    const { resume } = this.#options
    this.#pieces = resume?.pieces
    if (resume?.queueId === undefined) {
      this.#state = resume?.state ?? {}
      return await this.#register()
    }
    this.#start({ queueId: resume.queueId, lastEventId: resume.lastEventId }, resume.state)
    this.#isBehind = true
    try {
      await this.#catchUp()
    } catch (error) {
      if (isStateGone(error)) await this.#register()
      else if (error instanceof ApiError && !error.isTemporary) throw error
    }
  }

  async #register(): Promise<void> {
    const known = this.#options.keepPieces ? (this.#pieces ?? new Map()) : undefined
    const before = this.#state
    const options = { ...this.#options.register, ...(known && resumeOptions(known, before)) }
    const reply = await this.#watched(({ signal }) => this.#api.register(options, { signal }))
    const { queue_id, last_event_id, ...rest } = reply
    const { state, pieces } = assemble(rest, known, before)
    this.#pieces = pieces
    this.#isBehind = false
    this.#start({ queueId: queue_id ?? '', lastEventId: last_event_id ?? -1 }, state)
    this.#report('live')
  }

  #start(cursor: QueueCursor, state: InitialState): void {
    this.#cursor = cursor
    this.#state = state
    this.#options.onState?.(state)
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        if (this.#isBehind) await this.#catchUp()
        if (this.#polls) await this.#poll()
        else await this.#streamEvents()
      } catch (error) {
        if (!this.#closed) await this.#recover(error)
      }
    }
  }

  async #recover(error: unknown): Promise<void> {
    if (error instanceof StreamUnavailable) {
      this.#polls = true
      return
    }
    if (isStateGone(error)) {
      this.#report('catching-up')
      try {
        // Jitter, so that clients do not register in lockstep after an outage.
        await this.#wait(Math.random() * 500)
        await this.#register()
      } catch (trouble) {
        if (!this.#closed) await this.#waitToRetry(trouble)
      }
    } else await this.#waitToRetry(error)
  }

  async #waitToRetry(error: unknown): Promise<void> {
    this.#isBehind = true
    this.#failures++
    this.#polls = this.#silentStreams >= maxSilentStreams
    const hasRetryAfter = error instanceof ApiError && error.retryAfter !== undefined
    const wait = hasRetryAfter ? retryAfterDelay(error.retryAfter ?? 0) : backOff(this.#failures)
    this.#report('reconnecting', Date.now() + wait)
    this.#options.onTrouble?.(error, wait)
    await this.#wait(wait)
    if (!this.#closed) this.#report('reconnecting')
  }

  async #wait(milliseconds: number): Promise<void> {
    if (!this.#closed) await this.#pause.wait(milliseconds)
  }

  /** Fetches missed events. Streaming starts only after this, when no event is missing. */
  async #catchUp(): Promise<void> {
    for (;;) {
      const events = await this.#fetchEvents({ dont_block: true })
      if (events.length > 0) this.#report('catching-up')
      this.#take(events)
      if (events.length < catchUpPageSize) break
    }
    this.#isBehind = false
    this.#report('live')
  }

  async #poll(): Promise<void> {
    for (;;) {
      const events = await this.#fetchEvents({})
      if (events.length === 0) throw new ConnectionEnded()
      this.#failures = 0
      this.#take(events)
    }
  }

  async #fetchEvents(input: { dont_block?: boolean }): Promise<QueueEvent[]> {
    const { queueId: queue_id, lastEventId: last_event_id } = this.#cursor
    const { events } = await this.#watched(({ signal }) =>
      this.#api.getEvents({ queue_id, last_event_id, ...input }, { signal }),
    )
    return events as unknown as QueueEvent[]
  }

  async #streamEvents(): Promise<void> {
    let isSilent = true
    await this.#watched(async (watch) => {
      try {
        await streamEvents(this.#api, this.#cursor, watch, (events) => {
          isSilent = false
          this.#silentStreams = 0
          this.#failures = 0
          this.#take(events)
        })
      } catch (error) {
        if (error instanceof StreamUnavailable) this.#silentStreams = maxSilentStreams
        if (!watch.wasSilent || !isSilent) throw error
        // A proxy between client and server buffers the stream.
        this.#silentStreams++
        throw new StreamUnavailable('The stream stayed silent.', { cause: error })
      }
    })
  }

  async #watched<T>(work: (watch: SilenceWatchdog) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The session is closed.')
    const watch = new SilenceWatchdog()
    this.#watch = watch
    try {
      return await work(watch)
    } finally {
      watch.end()
    }
  }

  #take(events: readonly QueueEvent[]): void {
    const applied: QueueEvent[] = []
    try {
      for (const event of events) {
        if (!this.#apply(event)) continue
        applied.push(event)
        this.#options.onEvent?.(event, this.#state)
      }
    } finally {
      if (applied.length > 0) this.#options.onEvents?.(applied, this.#state)
    }
    if (applied.some(({ type }) => type === 'restored_messages')) throw new StateOutdated()
  }

  /** Whether the event changed the state. */
  #apply(event: QueueEvent): boolean {
    // Skips duplicates: the server re-sends events that were not acknowledged.
    if (event.id <= this.#cursor.lastEventId) return false
    this.#cursor.lastEventId = event.id
    if (event.type === 'heartbeat') return false
    this.#state = reduce(this.#state, event)
    return true
  }

  #report(connection: Connection, retryAt?: number): void {
    if (connection === this.#connection && connection !== 'reconnecting') return
    this.#connection = connection
    this.#options.onConnection?.(connection, retryAt === undefined ? {} : { retryAt })
  }
}
