import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createWorld, eventually, testSecretKey, type World } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { peakIn, printingPeak } from '../features/imports/testing/peak-memory.ts'
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
function start(world: World, path: string, options: readonly string[] = []) {
  const { host, user, database } = world.database
  return spawn(
    process.execPath,
    [...options, '--max-old-space-size=220', 'server/src/bin/admin.js', 'import', 'zulip', path, '--json'],
    {
      env: {
        ...process.env,
        DATABASE_URL: `postgresql:///${database}?host=${host}&user=${user}`,
        LOQUAT_DATA_DIR: world.app.config.dataDir,
        LOQUAT_SECRET_KEY: testSecretKey,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

describe('A large import', () => {
  it('imports every message within 500 MB of memory', async () => {
    const world = await createWorld({ hasRunningClock: true })
    const count = 30_000
    const child = start(world, await exportOf(count), printingPeak)
    const closed = once(child, 'close')
    const [output, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(await closed, stderr).toEqual([0, null])
    expect(JSON.parse(output).imported.messages).toBe(count)
    expect(peakIn(stderr)).toBeLessThan(500)
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
