import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, useCluster } from '@loquat/server/db/embedded/cluster.ts'
import pg from 'pg'

/** Throw-away data needs no protection from a power cut. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

export const templateName = 'loquat_template'

export interface TestPostgres {
  connection(database: string): pg.ClientConfig
  stop(): Promise<void>
}

/** A folder in memory where there is one: copying a database there takes a tenth of the time. */
async function fastFolder(): Promise<string> {
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
      await cluster.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A copy of the template, under a new name. */
export async function cloneTemplate(connection: pg.ClientConfig, name: string): Promise<void> {
  await administer(connection, `create database ${name} template ${templateName} strategy file_copy`)
}

/** Runs statements that no transaction may contain. */
export async function administer(connection: pg.ClientConfig, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
