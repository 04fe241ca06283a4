import pg from 'pg'
import { type WorkContext, workContext } from '../platform/work-context.ts'
import { internalsOf, socketOf, type TransactionStatus } from './client-internals.ts'
import { isOutdated, isPrepared, PreparedStatements } from './prepared-statements.ts'
import type { ReplicatedConfig } from './primary.ts'
import { PrimaryClient } from './primary-client.ts'

export interface WatchedClientOptions {
  /** Maximum number of statements that are prepared at a time; none if unset. */
  maxPrepared?: number
  /** A statement was answered or failed. */
  onStatement?(text: string, ms: number, context: WorkContext | undefined): void
}

/** A statement that PostgreSQL has not answered yet. */
interface RunningStatement {
  text: string
  startedAt: number
  context: WorkContext | undefined
}

/**
 * A connection that measures how long it has been waiting for PostgreSQL and how long statements take, and prepares
 * the statements that are marked for it.
 */
export class WatchedClient extends PrimaryClient {
  /** In the pool and unused. */
  isIdle = false
  #answers = 0
  #answersAtLastCheck = 0
  #waitingSince: number | undefined

  #status: TransactionStatus = 'I'
  readonly #statements: PreparedStatements | undefined
  /** In the order in which they are answered. */
  readonly #running: RunningStatement[] = []

  constructor(
    config?: string | ReplicatedConfig,
    { maxPrepared = 0, onStatement }: WatchedClientOptions = {},
  ) {
    super(config)
    if (maxPrepared > 0) this.#statements = new PreparedStatements(maxPrepared)
    // Defined here, because the overloads of `pg` cannot be overridden one by one.
    const send = this.query.bind(this) as Query
    const queryPlain: Query =
      onStatement === undefined
        ? send
        : (...args) => {
            const context = workContext.getStore()
            this.#running.push({ text: textOf(args[0]), startedAt: performance.now(), context })
            return send(...args)
          }
    this.query = ((...args: Parameters<Query>) => {
      const [text, values] = args
      const isMarked = args.length === 2 && typeof text === 'string' && isPrepared(text)
      return isMarked && this.#statements !== undefined
        ? this.#queryPrepared(queryPlain, this.#statements, text, values as unknown[])
        : queryPlain(...args)
    }) as pg.Client['query']
    internalsOf(this).connection.on('readyForQuery', ({ status }) => {
      this.#answers++
      this.#status = status
      // A new connection is ready before its first statement.
      const statement = this.#running.shift()
      if (statement === undefined) return
      onStatement?.(statement.text, performance.now() - statement.startedAt, statement.context)
    })
  }

  async #queryPrepared(
    query: Query,
    statements: PreparedStatements,
    text: string,
    values: unknown[],
  ): Promise<unknown> {
    if (!statements.hasRoomFor(text)) {
      // A transaction that has failed would reject this, too.
      if (this.#status !== 'I') return await query(text, values)
      const name = statements.removeOldest() ?? ''
      await query(`deallocate ${pg.escapeIdentifier(name)}`)
      delete internalsOf(this).connection.parsedStatements[name]
    }
    try {
      return await query({ name: statements.nameOf(text), text, values })
    } catch (error) {
      if (!isOutdated(error)) throw error
      statements.remove(text)
      // The error has ended the transaction. The next attempt prepares it again.
      if (this.#status !== 'I') throw error
      return await query(text, values)
    }
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
    socketOf(this).destroy(error)
  }
}

type Query = (text: unknown, ...rest: unknown[]) => Promise<unknown>

/** Statements are sent as a text, or as an object that has one. */
const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')
