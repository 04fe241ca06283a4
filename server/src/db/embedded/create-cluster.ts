import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { isAlive } from './is-alive.ts'
import type { Runner } from './runner.ts'

/** The database user that owns everything. */
export const user = 'loquat'

/** After this, the process ID in a lock may be that of another program. */
const creationTimeoutMs = 60_000
const pollMs = 10

/** Creates the cluster if there is none. Waits while another process creates it: at the first start, supervisor and worker need it at the same time. */
export async function createCluster(folder: string, binaries: Binaries, runner: Runner): Promise<void> {
  const lock = `${folder}.creating`
  const deadline = Date.now() + creationTimeoutMs
  while (!existsSync(join(folder, 'PG_VERSION'))) {
    if (await takeLock(lock)) {
      try {
        await build(folder, binaries, runner)
      } finally {
        await rm(lock, { force: true })
      }
    } else if (Date.now() > deadline || (await isAbandoned(lock))) {
      await rm(lock, { force: true })
    } else {
      await sleep(pollMs)
    }
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Whether the process that took a lock was killed. */
async function isAbandoned(lock: string): Promise<boolean> {
  // Empty while it is being written, and missing once it is released.
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
  return !Number.isNaN(pid) && !(await isAlive(pid))
}

/** Builds the cluster beside its final location and renames it, so that an incomplete one is never used. */
async function build(folder: string, binaries: Binaries, runner: Runner): Promise<void> {
  const building = `${folder}.${process.pid}`
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
  await rename(building, folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster; use its cluster.
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
