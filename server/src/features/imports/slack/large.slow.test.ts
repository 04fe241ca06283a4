import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createWorld, sendToGeneral, testSecretKey, type World } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { peakIn, printingPeak } from '../testing/peak-memory.ts'
import { writeLargeWorkspace } from './testing/large.ts'

const count = 20_000

/** As `npm run admin` starts it: the heap is bounded, because V8 would rather grow than collect. */
function startImport(world: World, path: string) {
  const { host, user, database } = world.database
  return spawn(
    process.execPath,
    [
      '--max-old-space-size=220',
      ...printingPeak,
      'server/src/bin/admin.js',
      'import',
      'slack',
      path,
      '--subdomain',
      'acme',
      '--json',
    ],
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

describe('A large Slack export', () => {
  it('is imported within 500 MB while another organization sends', async () => {
    const world = await createWorld({ hasRunningClock: true })
    const folder = await mkdtemp(join(tmpdir(), 'loquat-slack-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeLargeWorkspace(folder, count)
    const child = startImport(world, folder)
    const closed = once(child, 'close')
    const output = text(child.stdout)
    const stderr = text(child.stderr)
    let sent = 0
    while (child.exitCode === null) await sendToGeneral(world.bob, `number ${++sent}`)
    const [exitCode] = await closed
    expect(exitCode, await stderr).toBe(0)
    const { imported } = JSON.parse(await output)
    expect(imported).toMatchObject({ messages: count, reactions: count / 5 })
    expect(peakIn(await stderr)).toBeLessThan(500)
    expect(sent).toBeGreaterThan(10)
  }, 1_800_000)
})
