import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorld, testSecretKey, type World } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeLargeWorkspace } from './testing/large.ts'

const count = Number(process.env.IMPORT_MESSAGES ?? 20_000)
const intervalMs = 50

/** As `npm run admin` starts it: the heap is bounded, because V8 would rather grow than collect. */
function startImport(world: World, path: string): ChildProcess {
  const { host, user, database } = world.database
  return spawn(
    process.execPath,
    [
      '--max-old-space-size=280',
      'server/src/bin/admin.ts',
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
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
}

/** Durations of sends in another organization until a promise settles, in milliseconds, sorted. */
async function sendsUntil(world: World, end: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void end.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const started = performance.now()
    await world.bob.api.sendMessage({
      type: 'direct',
      to: [world.carol.id],
      content: `number ${times.length}`,
    })
    times.push(performance.now() - started)
    await sleep(intervalMs)
  }
  return times.sort((a, b) => a - b)
}

const percentile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)

describe('a large Slack export', () => {
  it('is imported within 500 MB while another organization goes on', async () => {
    const world = await createWorld({ hasRunningClock: true })
    const folder = await mkdtemp(join(tmpdir(), 'loquat-slack-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeLargeWorkspace(folder, count)
    const idle = await sendsUntil(world, sleep(15_000))

    const child = startImport(world, folder)
    let output = ''
    let peak = 0
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    const watch = setInterval(async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024)
    }, 100)
    const closed = once(child, 'close')
    const during = await sendsUntil(world, closed)
    clearInterval(watch)
    const [exitCode] = await closed
    const report = JSON.parse(output)
    console.log(
      `${Math.round(count / report.seconds)} messages/s, ${Math.round(peak)} MB; sends elsewhere: ` +
        `median ${percentile(idle, 0.5)} ms idle, ${percentile(during, 0.5)} ms meanwhile; ` +
        `p99 ${percentile(idle, 0.99)} ms idle, ${percentile(during, 0.99)} ms meanwhile`,
    )
    expect(exitCode).toBe(0)
    expect(report.imported.messages).toBe(count)
    expect(report.imported.reactions).toBe(count / 5)
    expect(peak).toBeLessThan(500)
  }, 1_800_000)
})
