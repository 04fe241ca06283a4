import type { InitialState, QueueEvent } from '@loquat/contract'
import type { Api } from './api.ts'
import { asked, backOff, Pause } from './back-off.ts'
import { ApiError } from './error.ts'
import { type Cursor, Dismissed, isQueueGone, NoStream, stream } from './listen.ts'
import type { Connection, LiveOptions } from './live-options.ts'
import { reduce } from './state/reduce.ts'
import { Watch } from './watch.ts'

/** Whoever gets fewer events than this at once is no longer behind. */
const few = 100
/** So many streams in a row must say nothing before we believe that it is not the network's fault. */
const mostMute = 2

/**
 * A live view of an organization: registers a queue, follows it, applies every event to the state, resumes where it
 * was after a failure, and registers anew when the queue is gone. Follows by a stream, by polls where that does not work.
 */
export class LiveSession {
  readonly #api: Api
  readonly #options: LiveOptions
  readonly #pause = new Pause()
  #watch: Watch | undefined
  #closed = false
  #cursor: Cursor = { queueId: '', lastEventId: -1 }
  #state: InitialState = {}
  #connection: Connection | undefined
  #isBehind = false
  #failures = 0
  #polls = false
  #muteStreams = 0
  #loop: Promise<void> = Promise.resolve()

  private constructor(api: Api, options: LiveOptions) {
    this.#api = api
    this.#options = options
  }

  /**
   * Resolves once the state is there; fails if the server refuses. Where there is a state to resume, it also resolves
   * when nobody answers, and goes on trying.
   */
  static async connect(api: Api, options: LiveOptions = {}): Promise<LiveSession> {
    const session = new LiveSession(api, options)
    await session.#begin()
    // Whoever looks without an account has no queue.
    if (session.#cursor.queueId !== '') session.#loop = session.#follow()
    return session
  }

  get state(): InitialState {
    return this.#state
  }

  /**
   * What a change made here looks like before the server has told of it. The event that follows says the same, and
   * makes no difference any more.
   */
  change(edit: (state: InitialState) => InitialState): InitialState {
    this.#state = edit(this.#state)
    return this.#state
  }

  /** Where the session is in the log, and on which queue. */
  get cursor(): Cursor {
    return { ...this.#cursor }
  }

  get connection(): Connection {
    return this.#connection ?? 'reconnecting'
  }

  /** Ends a wait for the next attempt: the network is back, or somebody looks. Notices a connection that died in our sleep. */
  retryNow(): void {
    this.#pause.end()
    this.#watch?.check()
  }

  /** Stops following, and closes the queue unless it is to be resumed later. */
  async close({ keepQueue = false } = {}): Promise<void> {
    this.#closed = true
    this.#watch?.abort()
    this.#pause.end()
    await this.#loop
    if (!keepQueue) await this.#api.deleteQueue({ queue_id: this.#cursor.queueId }).catch(() => {})
  }

  async #begin(): Promise<void> {
    const { resume } = this.#options
    if (resume === undefined) return await this.#register()
    this.#start({ queueId: resume.queueId, lastEventId: resume.lastEventId }, resume.state)
    this.#isBehind = true
    try {
      await this.#catchUp()
    } catch (error) {
      if (isQueueGone(error)) await this.#register()
      else if (error instanceof ApiError && !error.isTemporary) throw error
    }
  }

  async #register(): Promise<void> {
    const reply = await this.#watched(({ signal }) =>
      this.#api.register(this.#options.register ?? {}, { signal }),
    )
    const { queue_id, last_event_id, ...state } = reply
    this.#isBehind = false
    this.#start({ queueId: queue_id ?? '', lastEventId: last_event_id ?? -1 }, state)
    this.#report('live')
  }

  #start(cursor: Cursor, state: InitialState): void {
    this.#cursor = cursor
    this.#state = state
    this.#options.onState?.(state)
  }

  async #follow(): Promise<void> {
    while (!this.#closed) {
      try {
        if (this.#isBehind) await this.#catchUp()
        if (this.#polls) await this.#poll()
        else await this.#stream()
      } catch (error) {
        if (!this.#closed) await this.#recover(error)
      }
    }
  }

  async #recover(error: unknown): Promise<void> {
    if (error instanceof NoStream) {
      this.#polls = true
      return
    }
    if (isQueueGone(error)) {
      this.#report('catching-up')
      try {
        // Whoever reconnects after a long absence does not do so in step with everyone else.
        await this.#rest(Math.random() * 500)
        await this.#register()
      } catch (trouble) {
        if (!this.#closed) await this.#retreat(trouble)
      }
    } else await this.#retreat(error)
  }

  async #retreat(error: unknown): Promise<void> {
    this.#isBehind = true
    this.#failures++
    this.#polls = this.#muteStreams >= mostMute
    const isTold = error instanceof ApiError && error.retryAfter !== undefined
    const wait = isTold ? asked(error.retryAfter ?? 0) : backOff(this.#failures)
    this.#report('reconnecting', Date.now() + wait)
    this.#options.onTrouble?.(error, wait)
    await this.#rest(wait)
    if (!this.#closed) this.#report('reconnecting')
  }

  async #rest(milliseconds: number): Promise<void> {
    if (!this.#closed) await this.#pause.wait(milliseconds)
  }

  /** Fetches what was missed. Only then is a stream worth its while, and only then is it known that nothing is missing. */
  async #catchUp(): Promise<void> {
    for (;;) {
      const events = await this.#fetchEvents({ dont_block: true })
      if (events.length > 0) this.#report('catching-up')
      this.#take(events)
      if (events.length < few) break
    }
    this.#isBehind = false
    this.#report('live')
  }

  async #poll(): Promise<void> {
    for (;;) {
      const events = await this.#fetchEvents({})
      if (events.length === 0) throw new Dismissed()
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

  async #stream(): Promise<void> {
    let isMute = true
    await this.#watched(async (watch) => {
      try {
        await stream(this.#api, this.#cursor, watch, (events) => {
          isMute = false
          this.#muteStreams = 0
          this.#failures = 0
          this.#take(events)
        })
      } catch (error) {
        if (error instanceof NoStream) this.#muteStreams = mostMute
        if (!watch.wasSilent || !isMute) throw error
        // Something between us and the server holds the stream back.
        this.#muteStreams++
        throw new NoStream('Nothing comes by stream.', { cause: error })
      }
    })
  }

  async #watched<T>(work: (watch: Watch) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The session is closed.')
    const watch = new Watch()
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
  }

  /** Whether there was anything to apply. */
  #apply(event: QueueEvent): boolean {
    // An answer that was lost on the way is given again.
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
