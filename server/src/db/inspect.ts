import pg from 'pg'
import { StartError } from '../platform/start-error.ts'
import { NoPrimary, placeOf, type ReplicatedConfig } from './primary.ts'
import { connectToPrimary } from './primary-client.ts'

/** Facts about PostgreSQL that a server needs before it opens its pools. */
export interface InspectedServer {
  /** As a number: 180004 is 18.4. */
  version: number
  /** `max_connections` without those reserved for superusers. */
  availableConnections: number
  isReadOnly: boolean
}

export const minVersion = 150_000
const connectTimeoutMs = 5_000
/** A pooler accepts clients for which it has no connection yet, so statements may wait as well. */
const timeouts = { connectionTimeoutMillis: connectTimeoutMs, query_timeout: connectTimeoutMs }

/** Connects before the pools do, with errors that name the fix. */
export async function inspectServer(config: ReplicatedConfig): Promise<InspectedServer> {
  let client: pg.Client | undefined
  try {
    client = await connectToPrimary({ ...config, ...timeouts })
    const { rows } = await client.query<InspectedServer>(
      `select current_setting('server_version_num')::integer as version,
        current_setting('max_connections')::integer
          - current_setting('superuser_reserved_connections')::integer
          - coalesce(current_setting('reserved_connections', true)::integer, 0) as "availableConnections",
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    await assertOwnSession(client, config)
    return rows[0] as InspectedServer
  } catch (error) {
    throw startErrorFor(error, new pg.Client(config))
  } finally {
    // Not awaited: a server that does not answer would not close the connection either.
    void client?.end().catch(() => {})
  }
}

const backendSql = "select pg_backend_pid() || ' of ' || pg_postmaster_start_time() as backend"
const comparedConnections = 3

/**
 * Rejects a pooler that gives connections to several clients in turn: locks, settings and notifications belong to a
 * connection. Two connections that are open at the same time then have the same process of PostgreSQL, or one
 * connection has two.
 */
async function assertOwnSession(client: pg.Client, config: ReplicatedConfig): Promise<void> {
  const others: pg.Client[] = []
  try {
    const before = await backendOf(client)
    const backends = [before]
    while (backends.length < comparedConnections) {
      const other = await connectToPrimary({ ...config, ...timeouts })
      others.push(other)
      backends.push(await backendOf(other))
    }
    if (new Set(backends).size === backends.length && (await backendOf(client)) === before) return
    throw new StartError(
      'DATABASE_URL leads to a pooler that shares connections between clients, such as PgBouncer with pool_mode = transaction. ' +
        'Set pool_mode = session, or connect to PostgreSQL directly.',
    )
  } finally {
    for (const other of others) void other.end().catch(() => {})
  }
}

async function backendOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ backend: string }>(backendSql)
  return rows[0]?.backend ?? ''
}

type ClientAddress = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>

const addressOf = ({ host, port, user, database }: ClientAddress) => ({ host, port, user, database })

/** The error of a first connection, as a sentence for the operator. */
function startErrorFor(error: unknown, client: ClientAddress): Error {
  if (error instanceof StartError) return error
  if (error instanceof NoPrimary) {
    const { refusal } = error
    if (refusal !== undefined) return startErrorFor(refusal.error, { ...addressOf(client), ...refusal.host })
    return new StartError(`${error.message} Start or promote one, or check DATABASE_URL.`)
  }
  const { host, port, user, database } = client
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const place = placeOf({ host, port })
  const fix = 'Check DATABASE_URL.'
  switch (code) {
    case '28P01':
    case '28000':
      return new StartError(`PostgreSQL at ${place} does not accept the password of "${user}". ${fix}`)
    case '3D000':
      return new StartError(
        `PostgreSQL at ${place} has no database "${database}". Create it: createdb ${database}`,
      )
    case '42501':
      return new StartError(
        `PostgreSQL at ${place} does not let "${user}" use the database "${database}": ${message}.`,
      )
    case '53300':
      return new StartError(`PostgreSQL at ${place} has no connection left. Raise max_connections.`)
    case '57P03':
      return new StartError(`PostgreSQL at ${place} is starting or stopping. Try again in a moment.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`The host "${host}" of the database cannot be found. ${fix}`)
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ENOENT':
      return new StartError(`No PostgreSQL answers at ${place} (${code}). Start it, or check DATABASE_URL.`)
  }
  if (/timeout|terminated/i.test(message)) {
    return new StartError(
      `PostgreSQL at ${place} did not answer within ${connectTimeoutMs / 1_000} seconds. ${fix}`,
    )
  }
  if (/SSL|certificate|password/i.test(message)) {
    return new StartError(`PostgreSQL at ${place} cannot be used: ${message}. ${fix}`)
  }
  return error as Error
}
