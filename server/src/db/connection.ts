import pg from 'pg'
import type { Config } from '../platform/config.ts'
import { useCluster } from './embedded/cluster.ts'

/** Where the database is, and what to do when it is no longer needed. */
export interface Connection {
  config: pg.ClientConfig
  /** Brings the database back if it has ended and is ours to start. */
  revive(): Promise<void>
  release(): Promise<void>
}

const database = 'loquat'
const alreadyThere = '42P04'

/** The database that `DATABASE_URL` names, or the embedded one. */
export async function connectionFor(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Connection> {
  if (config.databaseUrl !== undefined) {
    const nothing = async () => {}
    return { config: { connectionString: config.databaseUrl }, revive: nothing, release: nothing }
  }
  const cluster = await useCluster(config.dataDir)
  await createDatabase(cluster.connection('postgres'), database)
  return { config: cluster.connection(database), revive: cluster.ensure, release: cluster.release }
}

async function createDatabase(config: pg.ClientConfig, name: string): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== alreadyThere) throw error
  } finally {
    await client.end()
  }
}
