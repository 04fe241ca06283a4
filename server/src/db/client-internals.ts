import type { Socket } from 'node:net'
import type pg from 'pg'

/** Idle, in a transaction, or in a transaction that has failed. */
export type TransactionStatus = 'I' | 'T' | 'E'

/** Internals of `pg` that show whether a statement has been answered, and the socket. */
interface ClientInternals {
  readyForQuery?: boolean
  connection: {
    stream: Socket
    /** By name. */
    parsedStatements: Record<string, string>
    on(event: 'readyForQuery', listener: (message: { status: TransactionStatus }) => void): void
  }
}

export const internalsOf = (client: pg.Client) => client as unknown as ClientInternals

export const socketOf = (client: pg.Client) => internalsOf(client).connection.stream
