import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorld, eventually, testSecretKey, type World } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removeAbandonedImports } from '../features/imports/write/abandoned.ts'
import { unfinishedImports } from '../features/imports/write/organization-store.ts'
import { writeLargeExport } from '../features/imports/zulip/testing/large.ts'
import { statusAt } from './testing/import-world.ts'

async function exportOf(messages: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-large-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeLargeExport(join(folder, 'export'), messages)
  return join(folder, 'export')
}

/** The command in a process of its own. */
function start(world: World, path: string): ChildProcess {
  const { host, user, database } = world.database
  return spawn(process.execPath, ['server/src/bin/admin.ts', 'import', 'zulip', path, '--json'], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql:///${database}?host=${host}&user=${user}`,
      LOQUAT_DATA_DIR: world.app.config.dataDir,
      LOQUAT_SECRET_KEY: testSecretKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Peak memory of a running process, in megabytes. */
async function peakMemory(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024
}

describe('A large import', () => {
  it('imports every message within 500 MB of memory', async () => {
    const world = await createWorld({ hasRunningClock: true })
    const count = 30_000
    const child = start(world, await exportOf(count))
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    let peak = 0
    const watch = setInterval(async () => {
      peak = Math.max(peak, await peakMemory(child))
    }, 100)
    const [exitCode] = await once(child, 'close')
    clearInterval(watch)
    const report = JSON.parse(output)
    expect(exitCode).toBe(0)
    expect(report.imported.messages).toBe(count)
    expect(peak).toBeLessThan(500)
  }, 600_000)

  it('that is killed leaves nothing once the leftovers are removed', async () => {
    const world = await createWorld({ hasRunningClock: true })
    const { database } = world.app
    const child = start(world, await exportOf(20_000))
    await eventually(async () => expect(await unfinishedImports(database.db)).toHaveLength(1))
    expect(await statusAt(world, 'orchard')).toBe(404)
    // A running import is not abandoned.
    expect(await removeAbandonedImports(world.app)).toBe(0)
    child.kill('SIGKILL')
    await once(child, 'close')
    await eventually(async () => expect(await removeAbandonedImports(world.app)).toBe(1))
    expect(await unfinishedImports(database.db)).toEqual([])
    expect(await statusAt(world, 'orchard')).toBe(404)
  }, 300_000)

  it('that is interrupted exits with 1 and leaves nothing', async () => {
    const world = await createWorld({ hasRunningClock: true })
    const child = start(world, await exportOf(20_000))
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    await eventually(async () => expect(await unfinishedImports(world.app.database.db)).toHaveLength(1))
    child.kill('SIGTERM')
    const [exitCode] = await once(child, 'close')
    expect(exitCode).toBe(1)
    expect(JSON.parse(output)).toEqual({ error: 'The import was interrupted.' })
    expect(await unfinishedImports(world.app.database.db)).toEqual([])
  }, 300_000)
})
