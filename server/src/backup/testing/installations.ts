import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloneTemplate, dropDatabase, runOutsideTransaction, testConfig, type World } from '@loquat/devkit'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { runAdmin } from '../../admin/main.ts'
import { connectionFor } from '../../db/connection.ts'
import type { Config } from '../../platform/config.ts'
import { startServer } from '../../serve.ts'

/** A folder that ends with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const urlOf = ({ host, user, database }: pg.ClientConfig) =>
  `postgresql:///${database}?host=${host}&user=${user}`

/** The configuration of a command beside a running server. */
export const configOf = (world: World, changes: Partial<Config> = {}): Config => ({
  ...world.app.config,
  databaseUrl: urlOf(world.database),
  ...changes,
})

/** A new database and data folder, as on another machine. */
export async function emptyInstallation(changes: Partial<Config> = {}) {
  const postgres = inject('postgres')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await runOutsideTransaction(postgres, `create database ${name}`)
  onTestFinished(() => dropDatabase(postgres, name))
  const database = { ...postgres, database: name }
  const dataDir = await temporaryFolder()
  // A key of its own would not open the secrets in the backup.
  const config = testConfig({ databaseUrl: urlOf(database), dataDir, secretKeys: [], ...changes })
  return { database, config }
}

/** Runs a command and parses its output. */
export async function admin(
  config: Config,
  ...args: string[]
): Promise<Record<string, unknown> & { exitCode: number }> {
  const { text, exitCode } = await runAdmin([...args, '--json'], config)
  return { exitCode, ...(JSON.parse(text) as Record<string, unknown>) }
}

/** Number of rows of each table. */
export async function rowCounts(database: pg.ClientConfig): Promise<Record<string, number>> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
       where schemaname in ('public', 'graphile_worker') order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows) {
      const { rows: found } = await client.query<{ count: string }>(`select count(*) from ${name}`)
      counts[name] = Number(found[0]?.count)
    }
    return counts
  } finally {
    await client.end()
  }
}

/** A server on a restored installation. */
export async function served(config: Config) {
  const { port, stop, app } = await startServer(
    { ...config, port: 0, logLevel: 'silent' },
    await connectionFor(config),
  )
  onTestFinished(stop)
  return { url: `http://127.0.0.1:${port}`, app }
}

/** A copy of the template: a database with today's schema. */
export async function migratedDatabase(): Promise<pg.ClientConfig> {
  const postgres = inject('postgres')
  const name = `migrated_${randomUUID().replaceAll('-', '')}`
  await cloneTemplate(postgres, name)
  onTestFinished(() => dropDatabase(postgres, name))
  return { ...postgres, database: name }
}
