import type { Socket } from 'node:net'
import pg from 'pg'

/** What `pg` keeps below its public interface and we need to see: whether a statement has been answered. */
interface Internals {
  readyForQuery?: boolean
  connection: { stream: Socket; on(event: 'readyForQuery', listener: () => void): void }
}

/** A connection that can tell how long it has been waiting for PostgreSQL, at no cost per statement. */
export class WatchedClient extends pg.Client {
  /** In the pool, used by nobody. */
  isIdle = false
  #answers = 0
  #answersAtLastCheck = 0
  #waitingSince: number | undefined

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    internalsOf(this).connection.on('readyForQuery', () => this.#answers++)
  }

  /** Milliseconds since the first check that found it waiting for the answer it still waits for. */
  waitingMs(now: number): number {
    const isWaiting = internalsOf(this).readyForQuery === false
    if (!isWaiting || this.#answers !== this.#answersAtLastCheck) this.#waitingSince = undefined
    this.#answersAtLastCheck = this.#answers
    if (isWaiting) this.#waitingSince ??= now
    return now - (this.#waitingSince ?? now)
  }

  /** Closes the socket at once. Statements under way fail with the error. */
  abort(error: Error): void {
    internalsOf(this).connection.stream.destroy(error)
  }
}

const internalsOf = (client: pg.Client) => client as unknown as Internals
