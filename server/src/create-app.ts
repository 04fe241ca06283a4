import { join } from 'node:path'
import type pg from 'pg'
import type { App } from './app.ts'
import { openTrail, startTrail } from './audit/trail.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/database.ts'
import { inspectServer } from './db/inspect.ts'
import { migrate, withMigrationLock } from './db/migrate.ts'
import {
  connectionsNeeded,
  connectionsPerProcess,
  minConnections,
  type PoolSizes,
  poolSizes,
} from './db/pool-sizes.ts'
import { withoutMarker } from './db/prepared-statements.ts'
import { Replicas } from './db/replicas/replicas.ts'
import { createMailer } from './email/mailer.ts'
import { Wakeups } from './events/wakeups.ts'
import { extensions } from './features/extensions.ts'
import { ensureSystemRealm } from './features/identity/users/system-realm.ts'
import { startHousekeeping } from './housekeeping.ts'
import { readFigures } from './jobs/figures-store.ts'
import { migrateJobs } from './jobs/queue.ts'
import { type Clock, systemClock, toSeconds } from './platform/clock.ts'
import { ConcurrencyLimit } from './platform/concurrency-limit.ts'
import type { Config } from './platform/config.ts'
import { closeDataFolder } from './platform/data-folder.ts'
import { encryptedStorageFor } from './platform/files/storage-for.ts'
import { defaultLimits, heavyReadLimits, type Limits, registrationLimits } from './platform/limits.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { PasswordHasher } from './platform/passwords.ts'
import { trustIn } from './platform/proxies.ts'
import { RareLog } from './platform/rare-log.ts'
import { RateLimiter } from './platform/rate-limit.ts'
import { Signer } from './platform/signer.ts'
import { Slots } from './platform/slots.ts'
import { StartError } from './platform/start-error.ts'
import { Vapid } from './platform/vapid.ts'
import { fieldsOf, type WorkContext } from './platform/work-context.ts'
import { Reads } from './realms/reads.ts'
import { Realms } from './realms/realms.ts'
import { urlOf } from './realms/url.ts'
import { type OpenedKeys, openKeys } from './sealing/open-keys.ts'
import { sealStoredSecrets } from './sealing/seal-stored-secrets.ts'
import { SessionCache } from './sessions/sessions.ts'
import { serverSecret } from './sessions/store.ts'
import { TokenCache } from './tokens/tokens.ts'

export interface AppOptions {
  clock?: Clock
  logger?: Logger
  /** The database is a copy of a migrated one, as in tests. */
  isUpToDate?: boolean
  /** Generation of the server that this process is part of; without it, this process is the server. */
  generation?: number
  /** Overrides of limits, for tests. */
  limits?: Partial<Limits>
  /** Number of processes started together on this database. */
  processes?: number
  /** Version of a process that this one replaces, and that serves until this one is ready. */
  beside?: string | undefined
  /** Restarts the database when it cannot be reached. */
  revive?(): Promise<void>
}

export async function createApp(
  config: Config,
  connection: pg.ClientConfig,
  options: AppOptions = {},
): Promise<App> {
  const logger = options.logger ?? createLogger(config.logLevel)
  const clock = options.clock ?? systemClock
  const metrics = createMetrics()
  const tracing =
    config.tracing &&
    (await import('./platform/open-telemetry.ts')).startTracing(
      config.tracing,
      trustIn(config.trustedProxies),
    )
  await closeDataFolder(config.dataDir, (error) =>
    logger.warn({ err: error }, 'the data folder could not be closed to other accounts'),
  )
  const limits = { ...defaultLimits, ...options.limits }
  const sizes = options.isUpToDate ? poolSizes(20) : await sizesFor(config, connection, options.processes)
  const slow = {
    ms: limits.slowStatementMs,
    report: (text: string, ms: number, context: WorkContext | undefined) =>
      logger.info(slowStatement(text, ms, context), 'slow statement'),
  }
  const database = openDatabase(connection, {
    sizes,
    timeoutMs: config.databaseTimeoutMs,
    preparedStatements: config.preparedStatements,
    metrics,
    slow,
    onError: (error) => logger.warn({ err: error }, 'an idle database connection broke'),
    onEpochChanged: () => {
      logger.warn('the database was replaced by a replica or a backup; checking that nothing is missing')
      void realms
        .checkHistory()
        .catch((error: unknown) => logger.warn({ err: error }, 'could not check the log'))
    },
  })
  const { sealer, fileKeys, passwordKeys } = await prepareDatabase(config, database, logger, options).catch(
    async (error) => {
      await database.close()
      throw error
    },
  )

  const replicas =
    config.readDatabaseUrls.length === 0
      ? undefined
      : new Replicas(config.readDatabaseUrls, database, { ...config, slow }, metrics, logger)
  const wakeups = new Wakeups(database.clientConfig, logger, options.revive)
  const trail = await openTrail(database.db, sealer, clock)
  const services = {
    database,
    reads: new Reads(database, replicas, metrics, logger),
    wakeups,
    clock,
    metrics,
    logger,
    limits,
    sealer,
    extensions,
    trail,
    urlOf: (subdomain: string) => urlOf(config.url, subdomain),
  }
  const realms = new Realms(services, config.url)
  metrics.measureDirectories(() => realms.directorySize())
  metrics.useFigures(() => readFigures(database.backgroundDb), config.dataDir)
  const limiter = new RateLimiter(clock, {
    share: (bucket, count) => wakeups.notifyHits(bucket, count),
    onLimited: (bucket) => metrics.rateLimited(bucket),
  })
  await wakeups.start({
    onLog: (id, { isUrgent }) => {
      const follower = realms.get(id)?.follower
      if (isUrgent) void follower?.advance().catch(() => {})
      else follower?.advanceSoon()
    },
    onHits: (bucket, count) => limiter.addElsewhere(bucket, count),
    onQueueDeleted: (id, queueId) => realms.get(id)?.queues.forget(queueId),
    onReconnected: () => {
      for (const realm of realms.all()) realm.queues.forgetIdle()
      void realms.catchUp().catch(() => {})
    },
  })
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    outbox: join(config.dataDir, 'outbox'),
    from: config.mailFrom,
    onAttempted: (outcome) => metrics.emailSent(outcome),
  })
  const signer = new Signer(await serverSecret(database.db, sealer, 'signing'))
  const vapid = new Vapid(await serverSecret(database.db, sealer, 'web-push'), contactOf(config))
  const housekeeping = startHousekeeping({ database, realms, limiter, logger })
  return {
    config,
    clock,
    logger,
    overloadLog: new RareLog(logger, clock, 1_000),
    metrics,
    tracing,
    limits,
    database,
    wakeups,
    realms,
    limiter,
    heavyReads: new ConcurrencyLimit(heavyReadLimits(sizes.requests)),
    registrations: new ConcurrencyLimit(registrationLimits(sizes.requests)),
    mailer,
    sealer,
    signer,
    trail,
    vapid,
    passwords: new PasswordHasher(passwordKeys),
    sessions: new SessionCache(),
    tokens: new TokenCache(),
    files: encryptedStorageFor(config, fileKeys),
    generation: options.generation ?? toSeconds(clock.now()),
    slots: new Slots(),
    close: async () => {
      mailer.close()
      await Promise.all([housekeeping.stop(), wakeups.close(), replicas?.close()])
      await database.close()
      await tracing?.close()
    },
  }
}

const maxStatementLength = 300

/** Statements have placeholders instead of values, so their text has no secrets. */
const slowStatement = (text: string, ms: number, context: WorkContext | undefined) => ({
  ...fieldsOf(context),
  ms: Math.round(ms),
  statement: withoutMarker(text).replace(/\s+/g, ' ').trim().slice(0, maxStatementLength),
})

/** Divides PostgreSQL's connections among the processes that start together. */
async function sizesFor(
  { databaseConnections: limit }: Config,
  connection: pg.ClientConfig,
  processes = 1,
): Promise<PoolSizes> {
  const { availableConnections: available } = await inspectServer(connection)
  const connections = connectionsPerProcess({ available, processes, limit })
  if (connections >= minConnections) return poolSizes(connections)
  throw new StartError(
    `PostgreSQL allows ${available} connections, too few for ${processes} ${processes === 1 ? 'process' : 'processes'}. ` +
      `Raise max_connections so that it allows ${connectionsNeeded(processes)}, or start fewer workers.`,
  )
}

/** Brings the schema and the stored secrets up to date. */
async function prepareDatabase(
  config: Config,
  database: Database,
  logger: Logger,
  { isUpToDate, beside, clock = systemClock }: AppOptions,
): Promise<OpenedKeys> {
  const { db, clientConfig } = database
  if (isUpToDate) return await openKeys(db, config)
  await withMigrationLock(clientConfig, logger, async () => {
    const hasMasterKey = config.masterKeys.length > 0
    await migrate(clientConfig, logger, { hasMasterKey, ...(beside === undefined ? {} : { beside }) })
    await migrateJobs(clientConfig, logger)
  })
  const keys = await openKeys(db, config)
  await sealStoredSecrets(db, keys.sealer)
  await ensureSystemRealm(db, keys.sealer)
  await startTrail(db, keys.sealer, clock)
  return keys
}

/** A contact URL for push services, which accept only https; otherwise the owner's email address. */
const contactOf = ({ url, owner }: Config) => (url.startsWith('https:') ? url : `mailto:${owner.email}`)
