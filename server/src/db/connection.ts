import { access, constants, mkdir } from 'node:fs/promises'
import pg from 'pg'
import type { Config } from '../platform/config.ts'
import { parseDatabaseUrl } from '../platform/database-url.ts'
import { StartError } from '../platform/start-error.ts'
import { useCluster } from './embedded/cluster.ts'
import { connectionsNeeded } from './pool-sizes.ts'
import { Primary, type ReplicatedConfig } from './primary.ts'

/** Connection options of the database, and its release. */
export interface Connection {
  config: ReplicatedConfig
  /** Restarts the database if it has ended and is embedded. */
  revive(): Promise<void>
  release(): Promise<void>
}

/** The name of the database in the embedded cluster. */
export const embeddedDatabase = 'loquat'
/** Another process has created it, before or at the same time. */
const duplicateDatabase = new Set(['42P04', '23505'])
/** `max_connections` of the embedded PostgreSQL. */
const minEmbeddedConnections = 100

/** The database of `DATABASE_URL`, or the embedded one. */
export async function connectionFor(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  processes = 1,
): Promise<Connection> {
  await ensureDataFolder(config.dataDir)
  if (config.databaseUrl !== undefined) {
    const nothing = async () => {}
    return { config: externalConfig(config.databaseUrl), revive: nothing, release: nothing }
  }
  const maxConnections = Math.max(minEmbeddedConnections, connectionsNeeded(processes) * 2)
  const cluster = await useCluster(config.dataDir, { max_connections: String(maxConnections) })
  await createDatabase(cluster.connection('postgres'), embeddedDatabase)
  return { config: cluster.connection(embeddedDatabase), revive: cluster.ensure, release: cluster.release }
}

function externalConfig(databaseUrl: string): ReplicatedConfig {
  const { url: connectionString, hosts } = parseDatabaseUrl(databaseUrl)
  return hosts.length === 0 ? { connectionString } : { connectionString, primary: new Primary(hosts) }
}

/** Fails with a sentence for the operator if the folder is not writable. */
async function ensureDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${code}). Make it writable for this user, or set LOQUAT_DATA_DIR.`,
    )
  }
}

export async function createDatabase(config: pg.ClientConfig, name: string): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    if (!duplicateDatabase.has((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
