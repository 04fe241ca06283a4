import type pg from 'pg'

/** Limits for one kind of work, in milliseconds. Zero means no limit. */
export interface WorkLimits {
  /** PostgreSQL cancels a statement that takes longer. */
  statementMs: number
  /** PostgreSQL cancels a statement that waits longer for a lock. */
  lockMs: number
}

/**
 * Identifies the history that the database is on: its cluster, its timeline and the database itself. It changes when
 * a replica is promoted or a backup is restored. The end of the history may then be missing; see
 * docs/subsystems/event-log.md.
 */
export type Epoch = string

export const unknownEpoch: Epoch = ''
/** A replica that has not been promoted is on the history of its primary. */
export const isStandby = (epoch: Epoch) => epoch.endsWith(':standby')
/** The cluster and the database, without the timeline: the same on a primary and its replicas. */
export const clusterOf = (epoch: Epoch) => epoch.slice(0, epoch.lastIndexOf(':'))

/** A connection that died silently must not hold its locks for long. */
const idleInTransactionMs = 30_000
const keepalive = { idleSeconds: 10, intervalSeconds: 5, probes: 3, userTimeoutMs: 25_000 }

/**
 * Sets the limits of a new connection and reads the epoch, in one round trip. The limits are not startup parameters
 * because PgBouncer rejects those.
 */
export async function prepareSession(client: pg.ClientBase, limits: WorkLimits): Promise<Epoch> {
  const settings = `
    set statement_timeout = ${limits.statementMs};
    set lock_timeout = ${limits.lockMs};
    set idle_in_transaction_session_timeout = ${limits.statementMs === 0 ? 0 : idleInTransactionMs};
    set tcp_keepalives_idle = ${keepalive.idleSeconds};
    set tcp_keepalives_interval = ${keepalive.intervalSeconds};
    set tcp_keepalives_count = ${keepalive.probes};
    set tcp_user_timeout = ${keepalive.userTimeoutMs};`
  try {
    return await lastValue(
      client,
      `${settings} ${epochSql('system_identifier::text')} from pg_control_system()`,
    )
  } catch (error) {
    // Some hosts hide the cluster identifier from ordinary users. The timeline alone must do then.
    if ((error as { code?: string }).code !== insufficientPrivilege) throw error
    return await lastValue(client, `${settings} ${epochSql("''")}`)
  }
}

const insufficientPrivilege = '42501'

const epochSql = (cluster: string) => `
  select ${cluster} || ':' || (select oid from pg_database where datname = current_database()) || ':' ||
    case when pg_is_in_recovery() then 'standby' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end
    as epoch`

/** Makes a connection read-only. Returns the start time of its server, which tells servers and their restarts apart. */
export const prepareReading = (client: pg.ClientBase): Promise<string> =>
  lastValue(
    client,
    'set default_transaction_read_only = on; select pg_postmaster_start_time()::text as started_at',
  )

async function lastValue(client: pg.ClientBase, statements: string): Promise<string> {
  // With several statements `pg` returns a list of results.
  const results = (await client.query(statements)) as unknown as pg.QueryResult<Record<string, string>>[]
  return Object.values(results.at(-1)?.rows[0] ?? {})[0] ?? ''
}
