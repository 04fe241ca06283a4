import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApi } from '@loquat/client'
import { startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { addMessages, buildOrganization, reader } from './large-data.ts'
import { quantile } from './latencies.ts'
import { type Place, temporaryPlace } from './place.ts'
import type { Line } from './report.ts'

/** Sizes of the measured installation; `LOQUAT_BENCH_MESSAGES` and `LOQUAT_BENCH_FILES_MB` set others. */
const messages = Number(process.env.LOQUAT_BENCH_MESSAGES ?? 100_000)
const fileMegabytes = Number(process.env.LOQUAT_BENCH_FILES_MB ?? 100)
const idleMs = 10_000
/** Loading the directory of the large organization takes long on a busy machine. */
const patient = { LOQUAT_DATABASE_TIMEOUT_SECONDS: '120' }
const script = fileURLToPath(import.meta.resolve('@loquat/server/bin/admin.ts'))

/** Backup and restore of an installation, and sends while the backup runs. */
export async function benchBackup(): Promise<Line[]> {
  const place = await temporaryPlace()
  const elsewhere = await mkdtemp(join(tmpdir(), 'loquat-bench-'))
  try {
    await (await startServerProcess(place.dataDir)).stop()
    await buildOrganization(place)
    console.error(`  ${messages} messages, ${fileMegabytes} MB of files …`)
    await addMessages(place, 1, messages)
    await addFiles(join(place.dataDir, 'files', 'uploads', '2'))
    const server = await startServerProcess(place.dataDir, { env: patient })
    const file = join(elsewhere, 'backup.tar.zst')
    const idle = await sendUntil(server.url, sleep(idleMs))
    const backup = runAdmin(place.dataDir, 'backup', '--out', file)
    const busy = await sendUntil(server.url, backup)
    const made = await backup
    await server.stop()
    const scheduled = await sendDuringJob(place)
    const restored = await runAdmin(join(elsewhere, 'data'), 'restore', file)
    return [
      line('backup', made, 'under 400 MB of memory'),
      { what: 'size of the backup', measured: `${Math.round(Number(made.bytes) / 1e6)} MB`, aim: '' },
      p99Line('99% of sends during a backup by the command', busy, idle),
      p99Line('99% of sends during a backup by the server', scheduled, idle),
      line('restore', restored, 'under 400 MB of memory'),
    ]
  } finally {
    await place.remove()
    await rm(elsewhere, { recursive: true, force: true })
  }
}

/** Files of 1 MB that cannot be compressed, like pictures. */
async function addFiles(folder: string): Promise<void> {
  for (let n = 0; n < fileMegabytes; n++) {
    const name = join(folder, `file${n}`)
    await mkdir(name, { recursive: true })
    await writeFile(join(name, 'file'), randomBytes(1_000_000))
  }
}

/** Sends one message after the other until something has ended. Returns the times in milliseconds. */
async function sendUntil(url: string, ended: Promise<unknown>): Promise<number[]> {
  const api = createApi({ url, credentials: reader })
  const times: number[] = []
  let isOver = false
  void ended.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await api.sendMessage({ type: 'direct', to: [reader.email], content: 'meanwhile' })
    times.push(performance.now() - start)
  }
  return times
}

/** Sends while the server makes a scheduled backup. */
async function sendDuringJob({ dataDir, cluster }: Place): Promise<number[]> {
  const to = await mkdtemp(join(tmpdir(), 'loquat-bench-'))
  const env = { ...patient, LOQUAT_BACKUP_EVERY: '10m', LOQUAT_BACKUP_TO: to }
  const server = await startServerProcess(dataDir, { env })
  try {
    const client = new pg.Client(cluster.connection('loquat'))
    await client.connect()
    // The one of the command would count, and the schedule looks every five minutes.
    await client.query("delete from backup; select graphile_worker.add_job('make-backups', '{}')")
    await client.end()
    await until(() => server.output().includes('made a backup') || isWriting(to))
    return await sendUntil(
      server.url,
      until(() => server.output().includes('made a backup')),
    )
  } finally {
    await server.stop()
    await rm(to, { recursive: true, force: true })
  }
}

async function isWriting(folder: string): Promise<boolean> {
  return (await readdir(folder)).length > 0
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

interface Run extends Record<string, unknown> {
  seconds: number
  peakMegabytes: number
}

/** Runs a command, and watches its memory. */
async function runAdmin(dataDir: string, ...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, [script, ...args, '--json'], {
    env: { LOQUAT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let [output, peakKilobytes] = ['', 0]
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakKilobytes = Math.max(peakKilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${output}`)
  const result = JSON.parse(output) as { seconds: number }
  return { ...result, peakMegabytes: Math.round(peakKilobytes / 1_000) }
}

function line(what: string, { seconds, peakMegabytes }: Run, aim: string): Line {
  const size = `${messages.toLocaleString('en')} messages and ${fileMegabytes} MB of files`
  return { what: `${what} of ${size}`, measured: `${seconds} s, ${peakMegabytes} MB of memory`, aim }
}

function p99Line(what: string, busy: readonly number[], idle: readonly number[]): Line {
  const [during, before] = [quantile(busy, 0.99), quantile(idle, 0.99)]
  return {
    what,
    measured: `${during.toFixed(1)} ms (${busy.length} sends)`,
    limit: `${before.toFixed(1)} ms when idle`,
    ratio: during / before,
    aim: 'ratio at most 2',
  }
}
