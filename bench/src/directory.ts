import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startServerProcess } from '@loquat/devkit/server-process'
import { databaseCpuTime } from './cpu-time.ts'
import type { LoadedDirectory } from './directory-load.ts'
import { buildOrganization, type OrganizationSize } from './large-data.ts'
import { query } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import type { Line } from './report.ts'

const sizes: (OrganizationSize & { aim: string })[] = [
  { people: 1_000, channels: 100, aim: '' },
  { people: 20_000, channels: 2_000, aim: 'at most 30 MB, 300 ms' },
  { people: 200_000, channels: 200, aim: '' },
]

/** Memory and load time of the directory of an organization, in a process that does nothing else. */
export async function benchDirectory(): Promise<Line[]> {
  const lines: Line[] = []
  const wanted = Number(process.env.LOQUAT_BENCH_PEOPLE ?? 0)
  for (const { aim, ...size } of sizes.filter(({ people }) => wanted === 0 || people === wanted)) {
    const place = await temporaryPlace()
    try {
      await (await startServerProcess(place.dataDir)).stop()
      console.error(`  ${size.people} people, ${size.channels} channels …`)
      await buildOrganization(place, size)
      // Another start encrypts the keys.
      await (await startServerProcess(place.dataDir)).stop()
      await query(place, 'vacuum analyze account')
      lines.push(await measure(place, size, aim))
    } finally {
      await place.remove()
    }
  }
  return lines
}

async function measure(place: Place, size: OrganizationSize, aim: string): Promise<Line> {
  // Reads the tables into memory once.
  await loadIn(place)
  const before = await databaseCpuTime(place.dataDir)
  const loaded = await loadIn(place)
  const database = (await databaseCpuTime(place.dataDir)) - before
  const count = (n: number) => n.toLocaleString('en')
  return {
    what: `directory of ${count(size.people)} people, ${count(size.channels)} channels, ${count(loaded.subscriptions)} subscriptions`,
    measured:
      `${(loaded.bytes / 2 ** 20).toFixed(1)} MB; loaded in ${loaded.milliseconds.toFixed(0)} ms, ` +
      `${loaded.cpuMilliseconds.toFixed(0)} ms of CPU and ${database} ms of PostgreSQL`,
    aim,
  }
}

/** Loads the directory in a new process, as a server does when it starts. */
async function loadIn(place: Place): Promise<LoadedDirectory> {
  const program = new URL('directory-load.ts', import.meta.url).pathname
  const connection = JSON.stringify(place.cluster.connection('loquat'))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, connection])
  return JSON.parse(stdout)
}
