import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../platform/start-error.ts'
import { writeAccessRules } from './access-rules.ts'
import { type Binaries, locateBinaries } from './binaries.ts'
import { memoryOfMachine, sharedBuffers } from './buffers.ts'
import { createCluster, user } from './create-cluster.ts'
import { isAlive } from './is-alive.ts'
import { type Runner, runnerFor } from './runner.ts'

/** A PostgreSQL in the data folder, accessible over a socket by this account only, never over TCP. */
export interface Cluster {
  /** Connection options for a database of this cluster. */
  connection(database: string): pg.ClientConfig
  /** Restarts PostgreSQL if it has ended for any reason. */
  ensure(): Promise<void>
  /** Stops PostgreSQL unless another process still uses it. */
  release(): Promise<void>
}

/** Maximum length of the folder's path. A socket path has at most 107 bytes, including its file name. */
const maxSocketFolderBytes = 80
const startupTimeoutMs = 60_000
const answerTimeoutMs = 2_000
const launchTimeoutMs = 10_000

/**
 * Sized for a small machine, except for the cache. A checkpoint every minute keeps crash recovery to seconds. Each connection is a process
 * that costs memory, so there are few helper processes.
 */
const settings = {
  listen_addresses: '',
  shared_buffers: sharedBuffers(memoryOfMachine()),
  // Otherwise grows with the cache. All of it stays in memory, and commits write it out long before it is full.
  wal_buffers: '4MB',
  checkpoint_timeout: '60s',
  max_wal_size: '512MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  jit: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  timezone: 'UTC',
}

/**
 * Uses the cluster of a data folder: creates it on the first call, starts it if it is not running, and joins it if it
 * is (started by another process of ours, or left behind by a killed one).
 */
export async function useCluster(
  dataDir: string,
  extra: Record<string, string> = {},
  binaries?: Binaries,
): Promise<Cluster> {
  return await runCluster(await clusterPaths(dataDir), extra, binaries ?? (await locateBinaries()))
}

async function runCluster(
  paths: ClusterPaths,
  extra: Record<string, string>,
  binaries: Binaries,
): Promise<Cluster> {
  await assertSameMajor(paths, binaries)
  const runner = await runnerFor(paths.cluster, binaries.postgres)
  await createCluster(paths.cluster, binaries, runner)
  const ensure = () => ensureRunning(paths, binaries, runner, { ...settings, ...extra })
  await ensure()
  const connection = (database: string) => ({ host: paths.socket, user, database })
  return { connection, ensure, release: () => stopUnlessUsed(paths, connection('postgres')) }
}

/** The major version of the cluster in a data folder. Undefined if there is none. */
export async function clusterMajor(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || undefined
}

async function assertSameMajor({ cluster }: ClusterPaths, { major }: Binaries): Promise<void> {
  const found = await clusterMajor(dirname(cluster))
  if (found === undefined || found === major) return
  throw new StartError(
    `The database in ${cluster} is of PostgreSQL ${found}, and this version of Loquat comes with ${major}. ` +
      'Run "npm run admin -- upgrade-database" (see docs/self-hosting/upgrading.md).',
  )
}

interface ClusterPaths {
  cluster: string
  socket: string
  log: string
}

async function clusterPaths(dataDir: string): Promise<ClusterPaths> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const beside = join(dataDir, 'socket')
  const elsewhere = join(
    tmpdir(),
    `loquat-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`,
  )
  return {
    cluster: join(dataDir, 'postgres'),
    socket: Buffer.byteLength(beside) <= maxSocketFolderBytes ? beside : elsewhere,
    log: join(dataDir, 'postgres.log'),
  }
}

async function ensureRunning(
  paths: ClusterPaths,
  binaries: Binaries,
  runner: Runner,
  options: Record<string, string>,
): Promise<void> {
  if (await answers(paths)) return
  await writeAccessRules(paths.cluster, new Set([runner.clientAccount, runner.clusterAccount]))
  await mkdir(paths.socket, { recursive: true, mode: 0o700 })
  await runner.own(paths.socket)

  const deadline = Date.now() + startupTimeoutMs
  const lastLaunch = Date.now() + launchTimeoutMs
  let child: PostgresProcess | undefined
  for (let wait = 5; !(await answers(paths)); wait = Math.min(wait * 1.5, 200)) {
    await dropStalePidFile(paths)
    if (child?.failure !== undefined || Date.now() > deadline) throw await startFailure(paths, child)
    // A process that ended immediately may have met another that is starting or, after a crash, has not quite ended.
    if ((child === undefined || child.ended) && !(await isPidFileLive(paths))) {
      if (Date.now() > lastLaunch) throw await startFailure(paths, child)
      child = await launch(paths, binaries, runner, options)
    }
    await sleep(wait)
  }
}

interface PostgresProcess {
  ended: boolean
  failure: Error | undefined
}

async function launch(
  paths: ClusterPaths,
  binaries: Binaries,
  runner: Runner,
  options: Record<string, string>,
): Promise<PostgresProcess> {
  const log = await open(paths.log, (await isTooLong(paths.log)) ? 'w' : 'a', 0o600)
  try {
    const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = runner.spawn(binaries.postgres, ['-D', paths.cluster, '-k', paths.socket, ...args], {
      cwd: paths.cluster,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      // A separate process group: an interrupt typed at the terminal reaches only us, and we stop PostgreSQL last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    const started: PostgresProcess = { ended: false, failure: undefined }
    child.on('error', (error) => {
      started.failure = error
    })
    child.on('exit', () => {
      started.ended = true
    })
    return started
  } finally {
    await log.close()
  }
}

async function startFailure(paths: ClusterPaths, child: PostgresProcess | undefined): Promise<Error> {
  const tail = (await readFile(paths.log, 'utf8')).trim().split('\n').slice(-15).join('\n')
  return new Error(`PostgreSQL did not start:\n${child?.failure?.message ?? tail}`)
}

async function answers(paths: ClusterPaths): Promise<boolean> {
  const client = new pg.Client({
    host: paths.socket,
    user,
    database: 'postgres',
    connectionTimeoutMillis: answerTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function postmasterPid(paths: ClusterPaths): Promise<number | undefined> {
  const text = await readFile(join(paths.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

async function isPidFileLive(paths: ClusterPaths): Promise<boolean> {
  const pid = await postmasterPid(paths)
  return pid !== undefined && (await isAlive(pid))
}

/**
 * After a crash the PID file may name a process that is gone, or a new one with the same PID. PostgreSQL takes some
 * of these for a running server and refuses to start.
 */
async function dropStalePidFile(paths: ClusterPaths): Promise<void> {
  const pid = await postmasterPid(paths)
  if (pid === undefined) return
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')
  if (name.trim() === 'postgres' && (await isAlive(pid))) return
  await rm(join(paths.cluster, 'postmaster.pid'), { force: true })
}

const disconnectTimeoutMs = 500
const stopTimeoutMs = 5_000

async function stopUnlessUsed(paths: ClusterPaths, config: pg.ClientConfig): Promise<void> {
  const pid = await postmasterPid(paths)
  if (pid === undefined) return
  const client = new pg.Client({ ...config, connectionTimeoutMillis: answerTimeoutMs })
  client.on('error', () => {})
  // A server that does not answer is left alone; the next start joins or replaces it.
  if (
    !(await client.connect().then(
      () => true,
      () => false,
    ))
  )
    return
  const isUsed = async () => {
    const { rows } = await client.query<{ others: string }>(
      `select count(*) as others from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return Number(rows[0]?.others) > 0
  }
  // Connections that we just closed are listed for a moment longer.
  const disconnectDeadline = Date.now() + disconnectTimeoutMs
  while ((await isUsed()) && Date.now() < disconnectDeadline) await sleep(20)
  const isStillUsed = await isUsed()
  await client.end()
  if (isStillUsed) return
  // SIGINT is PostgreSQL's fast shutdown: no new connections, roll back, checkpoint, end.
  process.kill(pid, 'SIGINT')
  // It also ends by itself after a longer checkpoint; the next start waits for that.
  const deadline = Date.now() + stopTimeoutMs
  while ((await isAlive(pid)) && Date.now() < deadline) await sleep(10)
}

async function isTooLong(path: string): Promise<boolean> {
  const text = await readFile(path).catch(() => Buffer.alloc(0))
  return text.length > 10_000_000
}
