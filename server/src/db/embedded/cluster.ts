import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, locateBinaries } from './binaries.ts'
import { type Runner, runnerFor } from './runner.ts'

/** A PostgreSQL in the data folder, reachable over a socket by this account only, never over TCP. */
export interface Cluster {
  /** Options for `pg` to reach a database of this cluster. */
  connection(database: string): pg.ClientConfig
  /** Starts PostgreSQL again if it has ended, for whatever reason. */
  ensure(): Promise<void>
  /** Stops PostgreSQL unless somebody else still uses it. */
  release(): Promise<void>
}

const user = 'loquat'
/** The longest path a socket may have, its file name included, is 107 bytes. */
const longestSocketFolder = 80
const startupPatience = 60_000
const answerTimeoutMs = 2_000
const launchPatience = 10_000

/**
 * Sized for a small machine. A checkpoint every minute keeps recovery after a crash to seconds; one process per
 * connection is what costs memory, so there are few helpers.
 */
const settings = {
  listen_addresses: '',
  shared_buffers: '64MB',
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
 * Uses the cluster of a data folder: makes it on the first call, starts it if it does not run, joins it if it
 * does (another process of ours, or one left behind by a process that was killed).
 */
export async function useCluster(dataDir: string, extra: Record<string, string> = {}): Promise<Cluster> {
  const place = await placeFor(dataDir)
  const binaries = await locateBinaries()
  const runner = await runnerFor(place.cluster, binaries.postgres)
  await initialise(place, binaries, runner)
  const ensure = () => ensureRunning(place, binaries, runner, { ...settings, ...extra })
  await ensure()
  const connection = (database: string) => ({ host: place.socket, user, database })
  return { connection, ensure, release: () => stopUnlessUsed(place, connection('postgres')) }
}

interface Place {
  cluster: string
  socket: string
  log: string
}

async function placeFor(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const beside = join(dataDir, 'socket')
  const elsewhere = join(
    tmpdir(),
    `loquat-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`,
  )
  return {
    cluster: join(dataDir, 'postgres'),
    socket: Buffer.byteLength(beside) <= longestSocketFolder ? beside : elsewhere,
    log: join(dataDir, 'postgres.log'),
  }
}

/** Builds the cluster beside its final place and renames it there, so that a half-made one is never used. */
async function initialise(place: Place, binaries: Binaries, runner: Runner): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return
  const building = `${place.cluster}.${process.pid}`
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { mode: 0o700 })
  await runner.own(building)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await finish(
    runner.spawn(
      binaries.initdb,
      ['-D', building, '-U', user, '--auth=peer', '--no-instructions', ...locale],
      {
        cwd: building,
        env: { LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ),
  )
  await rename(building, place.cluster).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster; its cluster is as good as ours.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(building, { recursive: true, force: true })
  })
}

async function finish(child: ReturnType<Runner['spawn']>): Promise<void> {
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`Preparing the database failed:\n${output.trim()}`)
}

async function ensureRunning(
  place: Place,
  binaries: Binaries,
  runner: Runner,
  options: Record<string, string>,
): Promise<void> {
  if (await answers(place)) return
  await writeAccessRules(place, runner)
  await mkdir(place.socket, { recursive: true, mode: 0o700 })
  await runner.own(place.socket)

  const deadline = Date.now() + startupPatience
  const lastLaunch = Date.now() + launchPatience
  let child: Started | undefined
  for (let wait = 5; !(await answers(place)); wait = Math.min(wait * 1.5, 200)) {
    await dropStalePidFile(place)
    if (child?.failure !== undefined || Date.now() > deadline) throw await startFailure(place, child)
    // One that ended at once may have met another that is starting or, after a crash, has not quite ended.
    if ((child === undefined || child.ended) && !(await isPidFileLive(place))) {
      if (Date.now() > lastLaunch) throw await startFailure(place, child)
      child = await launch(place, binaries, runner, options)
    }
    await sleep(wait)
  }
}

interface Started {
  ended: boolean
  failure: Error | undefined
}

async function launch(
  place: Place,
  binaries: Binaries,
  runner: Runner,
  options: Record<string, string>,
): Promise<Started> {
  const log = await open(place.log, (await isTooLong(place.log)) ? 'w' : 'a', 0o600)
  try {
    const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = runner.spawn(binaries.postgres, ['-D', place.cluster, '-k', place.socket, ...args], {
      cwd: place.cluster,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      // A process group of its own: an interrupt typed at the terminal reaches us, and we stop PostgreSQL last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    const started: Started = { ended: false, failure: undefined }
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

async function startFailure(place: Place, child: Started | undefined): Promise<Error> {
  const tail = (await readFile(place.log, 'utf8')).trim().split('\n').slice(-15).join('\n')
  return new Error(`PostgreSQL did not start:\n${child?.failure?.message ?? tail}`)
}

async function answers(place: Place): Promise<boolean> {
  const client = new pg.Client({
    host: place.socket,
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

async function writeAccessRules(place: Place, runner: Runner): Promise<void> {
  const accounts = new Set([runner.clientAccount, runner.clusterAccount])
  await writeFile(join(place.cluster, 'pg_hba.conf'), 'local all all peer map=loquat\n')
  await writeFile(
    join(place.cluster, 'pg_ident.conf'),
    [...accounts].map((account) => `loquat "${account}" ${user}\n`).join(''),
  )
}

async function postmasterPid(place: Place): Promise<number | undefined> {
  const text = await readFile(join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 0 ? pid : undefined
}

/** A process that ended but was never waited for has a number, and does nothing any more. */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(state)
}

async function isPidFileLive(place: Place): Promise<boolean> {
  const pid = await postmasterPid(place)
  return pid !== undefined && (await isAlive(pid))
}

/**
 * After a crash the pid file may name a process that is gone, or one that got the same number since. PostgreSQL
 * takes some of these for a running server and refuses to start.
 */
async function dropStalePidFile(place: Place): Promise<void> {
  const pid = await postmasterPid(place)
  if (pid === undefined) return
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres')
  if (name.trim() === 'postgres' && (await isAlive(pid))) return
  await rm(join(place.cluster, 'postmaster.pid'), { force: true })
}

const goodbyePatience = 500
const stopTimeoutMs = 5_000

async function stopUnlessUsed(place: Place, config: pg.ClientConfig): Promise<void> {
  const pid = await postmasterPid(place)
  if (pid === undefined) return
  const client = new pg.Client({ ...config, connectionTimeoutMillis: answerTimeoutMs })
  client.on('error', () => {})
  // One that does not answer is left alone; the next start joins it or replaces it.
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
  // Connections that we have just closed ourselves are listed for a moment longer.
  const patience = Date.now() + goodbyePatience
  while ((await isUsed()) && Date.now() < patience) await sleep(20)
  const isStillUsed = await isUsed()
  await client.end()
  if (isStillUsed) return
  // Interrupt is PostgreSQL's fast shutdown: no new connections, roll back, checkpoint, end.
  process.kill(pid, 'SIGINT')
  // It ends by itself after a longer checkpoint, too; the next start waits for it.
  const deadline = Date.now() + stopTimeoutMs
  while ((await isAlive(pid)) && Date.now() < deadline) await sleep(10)
}

async function isTooLong(path: string): Promise<boolean> {
  const text = await readFile(path).catch(() => Buffer.alloc(0))
  return text.length > 10_000_000
}
