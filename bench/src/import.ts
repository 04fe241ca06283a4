import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from '@loquat/client'
import { ownerCredentials, startServerProcess } from '@loquat/devkit/server-process'
import { writeLargeWorkspace } from '@loquat/server/features/imports/slack/testing/large.ts'
import pg from 'pg'
import { runAdmin } from './admin-run.ts'
import { type Place, temporaryPlace } from './place.ts'
import type { Line } from './report.ts'
import { p99Line, sendUntil } from './sends-meanwhile.ts'

/** Size of the archive; `LOQUAT_BENCH_MESSAGES` sets another. */
const messages = Number(process.env.LOQUAT_BENCH_MESSAGES ?? 20_000)
const idleMs = 10_000

/** Import of a Slack archive, and sends in another organization meanwhile. */
export async function benchImport(): Promise<Line[]> {
  const place = await temporaryPlace()
  const archive = await mkdtemp(join(tmpdir(), 'loquat-bench-'))
  try {
    console.error(`  ${messages} messages …`)
    await writeLargeWorkspace(archive, messages)
    const server = await startServerProcess(place.dataDir)
    const sender = await ownerOf(server.url)
    const idle = await sendUntil(server.url, sender, sleep(idleMs))
    const work = runAdmin(place.dataDir, 'import', 'slack', archive, '--subdomain', 'acme')
    const busy = await sendUntil(server.url, sender, work)
    const { seconds, peakMegabytes } = await work
    const alone = await runAdmin(place.dataDir, 'import', 'slack', archive, '--subdomain', 'again')
    await server.stop()
    const rawSeconds = await copySeconds(place)
    const size = `${messages.toLocaleString('en')} messages from Slack`
    const rate = (time: number) => `${Math.round(messages / time).toLocaleString('en')}/s`
    return [
      {
        what: `import of ${size}`,
        measured: `${rate(alone.seconds)}, ${alone.peakMegabytes} MB of memory`,
        limit: `${rate(rawSeconds)} copied into a table without indexes`,
        ratio: rawSeconds / alone.seconds,
        aim: 'at least 2,000/s, under 400 MB',
      },
      {
        what: 'the same while another organization sends',
        measured: `${rate(seconds)}, ${peakMegabytes} MB of memory`,
        aim: '',
      },
      p99Line('99% of sends during an import', busy, idle),
    ]
  } finally {
    await place.remove()
    await rm(archive, { recursive: true, force: true })
  }
}

async function ownerOf(url: string): Promise<{ email: string; apiKey: string }> {
  const api = createApi({ url })
  const { email, api_key } = await api.fetchApiKey({
    username: ownerCredentials.email,
    password: ownerCredentials.password,
  })
  return { email, apiKey: api_key }
}

/** How long PostgreSQL needs to copy the imported rows into an empty table. */
async function copySeconds({ cluster }: Place): Promise<number> {
  const client = new pg.Client(cluster.connection('loquat'))
  await client.connect()
  // PostgreSQL may run as another user, who cannot write to the data folder.
  const file = join(tmpdir(), `loquat-bench-rows-${process.pid}`)
  try {
    const imported = `select m.* from message m join realm r on r.id = m.realm_id where r.subdomain = 'again'`
    await client.query(`copy (${imported}) to '${file}'`)
    await client.query(`create table raw_message as ${imported} and false`)
    const started = performance.now()
    await client.query(`copy raw_message from '${file}'`)
    return (performance.now() - started) / 1_000
  } finally {
    await rm(file, { force: true })
    await client.end()
  }
}
