import type { Socket } from 'node:net'
import pg from 'pg'

/** Internals of `pg` that show whether a statement has been answered. */
interface Internals {
  readyForQuery?: boolean
  connection: { stream: Socket; on(event: 'readyForQuery', listener: () => void): void }
}

/** A connection that measures how long it has been waiting for PostgreSQL, at no cost per statement. */
export class WatchedClient extends pg.Client {
  /** In the pool and unused. */
  isIdle = false
  #answers = 0
  #answersAtLastCheck = 0
  #waitingSince: number | undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    internalsOf(this).connection.on('readyForQuery', () => this.#answers++)
  }

  /** Milliseconds since the first check that found it waiting for the current response. */
  waitingMs(now: number): number {
    const isWaiting = internalsOf(this).readyForQuery === false
    if (!isWaiting || this.#answers !== this.#answersAtLastCheck) this.#waitingSince = undefined
    this.#answersAtLastCheck = this.#answers
    if (isWaiting) this.#waitingSince ??= now
    return now - (this.#waitingSince ?? now)
  }

  /** Closes the socket immediately. Running statements fail with the error. */
  abort(error: Error): void {
    internalsOf(this).connection.stream.destroy(error)
  }
}

const internalsOf = (client: pg.Client) => client as unknown as Internals
