import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import type { Logger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'
import { type Db, withoutTimeouts } from './database.ts'
import { migrations as allMigrations } from './migrations/index.ts'
import {
  releases as allReleases,
  compareVersions,
  type Release,
  withMasterKey,
} from './migrations/releases.ts'
import { connectToPrimary } from './primary-client.ts'

export interface MigrateOptions {
  migrations?: Record<string, Migration>
  releases?: readonly Release[]
  /** Interval of log lines while a migration runs. */
  progressMs?: number
  /** A version that serves from this database while the migrations run and afterward. */
  beside?: string
  /** Whether this start has a master key. Older versions must not start then, nor serve beside it. */
  hasMasterKey?: boolean
  /** Called after each migration. */
  onMigrated?(name: string, ms: number): void
}

const defaultProgressMs = 5_000

/** Runs work while no other process migrates. Processes that start together wait for each other. */
export async function withMigrationLock<T>(
  config: pg.ClientConfig,
  logger: Pick<Logger, 'info'>,
  work: () => Promise<T>,
): Promise<T> {
  const client = await connectToPrimary(config)
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    const lock = "hashtext('loquat migrations')"
    const { rows } = await client.query(`select pg_try_advisory_lock(${lock}) as mine`)
    if (!rows[0]?.mine) {
      logger.info('another process upgrades the database; waiting for it')
      await client.query(`select pg_advisory_lock(${lock})`)
    }
    return await work()
  } finally {
    // Also releases the lock.
    await client.end().catch(() => {})
  }
}

/**
 * Brings the schema up to date, each migration in its own transaction: after an interruption, the next start continues with
 * the one that was interrupted. A new database gets all of them in one transaction, which takes a third of the time. No
 * statement times out. Call it inside {@link withMigrationLock}.
 */
export async function migrate(
  config: pg.ClientConfig,
  logger: Pick<Logger, 'info'>,
  options: MigrateOptions = {},
): Promise<void> {
  const { migrations = allMigrations, onMigrated, hasMasterKey = false } = options
  const plain = options.releases ?? allReleases
  const releases = hasMasterKey ? withMasterKey(plain) : plain
  await withoutTimeouts(config, async (db) => {
    const executed = await executedMigrations(db)
    const unknown = executed.filter((name) => !(name in migrations))
    if (unknown.length > 0) {
      await assertWorksWith(db, unknown, releases)
      logger.info({ migrations: unknown }, 'the database has a newer schema, which this version works with')
      return
    }
    await stopWhenDisconnected(db)
    const all = Object.keys(migrations).sort()
    const isNew = executed.length === 0
    const pending = isNew ? all.slice(-1) : all.filter((name) => !executed.includes(name))
    if (options.beside !== undefined && (pending.length > 0 || hasMasterKey))
      assertRunsBeside(options.beside, releases)
    for (const [index, name] of pending.entries()) {
      const about = { migration: name, step: `${index + 1} of ${pending.length}` }
      const started = performance.now()
      if (!isNew) logger.info(about, 'upgrading the database')
      const progress = reportProgress(config, logger, about, options.progressMs ?? defaultProgressMs)
      try {
        await migrateTo(db, name, migrations)
      } finally {
        progress.stop()
      }
      onMigrated?.(name, performance.now() - started)
    }
    await recordReleases(db, (await hasDataKeys(db)) ? withMasterKey(releases) : releases)
  })
}

/** Migrates up to the named migration. Inside a transaction if `db` is one. */
export async function migrateTo(
  db: Db,
  name: string,
  migrations: Record<string, Migration> = allMigrations,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateTo(name)
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  throw new Error(`The migration ${failed ?? ''} failed.`, { cause: error })
}

/** The migrations that the database has, in order. Empty for a new database. */
export async function executedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return []
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return done.rows.map(({ name }) => name)
}

/** An older version must not touch a schema that it does not work with. */
async function assertWorksWith(
  db: Db,
  unknown: readonly string[],
  releases: readonly Release[],
): Promise<void> {
  const own = releases.at(-1)?.version ?? ''
  const newer = (await recordedReleases(db)).filter(({ version }) => compareVersions(version, own) > 0)
  const latest = (versions: string[]) => versions.sort(compareVersions).at(-1)
  const by = latest(newer.map(({ version }) => version))
  const needed = latest(newer.map(({ works_with }) => works_with))
  if (by === undefined || needed === undefined) {
    throw new StartError(
      `The database was used by a newer version of Loquat (it has "${unknown[0]}"). Start that version or a newer one.`,
    )
  }
  if (compareVersions(own, needed) >= 0) return
  throw new StartError(
    `The database was upgraded by Loquat ${by}, and this is ${own}. ` +
      `Start version ${needed} or newer, or restore a backup that was made before the upgrade.`,
  )
}

/** An older version that still serves must work with the schema that comes. */
function assertRunsBeside(older: string, releases: readonly Release[]): void {
  const own = releases.at(-1)?.version ?? ''
  const newer = releases.filter(({ version }) => compareVersions(version, older) > 0)
  if (newer.every(({ worksWith }) => compareVersions(older, worksWith) >= 0)) return
  throw new StartError(
    `Loquat ${own} cannot run beside ${older}, which still serves. Stop the server, and start it again.`,
  )
}

async function recordedReleases(db: Db): Promise<{ version: string; works_with: string }[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_release') is not null as exists`.execute(db)
  return rows[0]?.exists ? await db.selectFrom('schema_release').selectAll().execute() : []
}

/** Whether an earlier start had a master key. */
async function hasDataKeys(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('data_key') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return false
  return (await db.selectFrom('data_key').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function recordReleases(db: Db, releases: readonly Release[]): Promise<void> {
  await db
    .insertInto('schema_release')
    .values(releases.map(({ version, worksWith }) => ({ version, works_with: worksWith })))
    .onConflict((conflict) =>
      conflict.column('version').doUpdateSet({ works_with: (row) => row.ref('excluded.works_with') }),
    )
    .execute()
}

/** PostgreSQL ends a statement whose process was interrupted, instead of finishing it first. Not on every platform. */
async function stopWhenDisconnected(db: Db): Promise<void> {
  await sql`select set_config('client_connection_check_interval', '1s', false)`.execute(db).catch(() => {})
}

/** Logs how far a slow migration is. */
function reportProgress(
  config: pg.ClientConfig,
  logger: Pick<Logger, 'info'>,
  about: object,
  intervalMs: number,
): { stop(): void } {
  const started = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1_000)
    void indexProgress(config).then((index) =>
      logger.info(
        { ...about, seconds, ...(index && { index }) },
        'still upgrading the database; it is safe to interrupt',
      ),
    )
  }, intervalMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** Progress of an index that is being created, such as `34%`. */
async function indexProgress(config: pg.ClientConfig): Promise<string | undefined> {
  let client: pg.Client | undefined
  try {
    client = await connectToPrimary({ ...config, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
    const { rows } = await client.query<{ percent: string }>(
      `select (100 * blocks_done / blocks_total)::text as percent from pg_stat_progress_create_index
       where datname = current_database() and blocks_total > 0`,
    )
    return rows[0] && `${rows[0].percent}%`
  } catch {
    return undefined
  } finally {
    void client?.end().catch(() => {})
  }
}
