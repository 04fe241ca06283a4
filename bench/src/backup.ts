import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { type AdminRun, runAdmin } from './admin-run.ts'
import { addMessages, buildOrganization, reader } from './large-data.ts'
import { type Place, temporaryPlace } from './place.ts'
import type { Line } from './report.ts'
import { p99Line, type Sends, sendUntil } from './sends-meanwhile.ts'

/** Sizes of the measured installation; `LOQUAT_BENCH_MESSAGES` and `LOQUAT_BENCH_FILES_MB` set others. */
const messages = Number(process.env.LOQUAT_BENCH_MESSAGES ?? 100_000)
const fileMegabytes = Number(process.env.LOQUAT_BENCH_FILES_MB ?? 100)
const idleMs = 10_000
/** Loading the directory of the large organization takes long on a busy machine. */
const patient = { LOQUAT_DATABASE_TIMEOUT_SECONDS: '120' }

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
    const idle = await sendUntil(server.url, reader, sleep(idleMs))
    const backup = runAdmin(place.dataDir, 'backup', '--out', file)
    const busy = await sendUntil(server.url, reader, backup)
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

/** Sends while the server makes a scheduled backup. */
async function sendDuringJob({ dataDir, cluster }: Place): Promise<Sends> {
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
      reader,
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

function line(what: string, { seconds, peakMegabytes }: AdminRun, aim: string): Line {
  const size = `${messages.toLocaleString('en')} messages and ${fileMegabytes} MB of files`
  return { what: `${what} of ${size}`, measured: `${seconds} s, ${peakMegabytes} MB of memory`, aim }
}
