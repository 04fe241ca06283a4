import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { clusterOf, isStandby, prepareSession } from '../session.ts'
import { placeIn } from './replicas.ts'

const timeoutMs = 5_000

export interface ReplicaDescription {
  place: string
  /** Undefined if it can be used. */
  problem?: string
  /** Reads use it only as the primary. */
  isPrimary?: boolean
  bytesBehind?: number
}

/** Connects to a configured replica and compares it with the primary, for an operator. */
export async function describeReplica(
  connectionString: string,
  { db, epoch }: Database,
): Promise<ReplicaDescription> {
  const place = placeIn({ connectionString })
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  // The statement that uses a broken connection reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    const found = await prepareSession(client, { statementMs: timeoutMs, lockMs: timeoutMs })
    if (clusterOf(found) !== clusterOf(epoch()))
      return { place, problem: 'is no replica of the database of DATABASE_URL' }
    if (!isStandby(found)) return { place, isPrimary: true }
    const replayed = await client.query<{ lsn: string | null }>(
      'select pg_last_wal_replay_lsn()::text as lsn',
    )
    const { rows } = await sql<{ bytes: string }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), ${replayed.rows[0]?.lsn}::pg_lsn)::text as bytes`.execute(
      db,
    )
    return { place, bytesBehind: Math.max(0, Number(rows[0]?.bytes)) }
  } catch (error) {
    return { place, problem: `cannot be used: ${(error as Error).message}` }
  } finally {
    // Not awaited: a server that does not answer would not close the connection either.
    void client.end().catch(() => {})
  }
}
