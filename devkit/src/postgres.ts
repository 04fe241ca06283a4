import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, useCluster } from '@loquat/server/db/embedded/cluster.ts'
import pg from 'pg'

/** Throw-away data needs no protection from a power cut. Removing a database searches all buffers, so there are few. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '300',
}

const disconnectOthers = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

export const templateName = 'loquat_template'

export interface TestPostgres {
  connection(database: string): pg.ClientConfig
  stop(): Promise<void>
}

/** A folder in memory where there is one: copying a database there takes a tenth of the time. */
export async function fastFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  try {
    await access(inMemory, constants.W_OK)
    const { bavail, bsize } = await statfs(inMemory)
    return bavail * bsize > 2_000_000_000 ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A PostgreSQL for one run, in a temporary folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(await fastFolder(), 'loquat-test-'))
  const cluster: Cluster = await useCluster(folder, fast)
  return {
    connection: cluster.connection,
    stop: async () => {
      // Test processes may still hold connections, and a cluster in use is not stopped.
      await runOutsideTransaction(cluster.connection('postgres'), disconnectOthers)
      await cluster.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A copy of the template, under a new name. */
export async function cloneTemplate(connection: pg.ClientConfig, name: string): Promise<void> {
  const client = await keptConnection(connection)
  await client.query(`create database ${name} template ${templateName} strategy file_copy`)
}

export async function dropDatabase(connection: pg.ClientConfig, name: string): Promise<void> {
  const client = await keptConnection(connection)
  await client.query(`drop database ${name} with (force)`)
}

/** One for all worlds of a process, until it ends: each connection costs PostgreSQL as much as many a test. */
let kept: Promise<pg.Client> | undefined

function keptConnection(connection: pg.ClientConfig): Promise<pg.Client> {
  kept ??= connect(connection)
  return kept
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  // PostgreSQL is stopped when all tests are done, perhaps before this process ends.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs statements that no transaction may contain. */
export async function runOutsideTransaction(
  connection: pg.ClientConfig,
  ...statements: string[]
): Promise<void> {
  const client = await connect(connection)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
