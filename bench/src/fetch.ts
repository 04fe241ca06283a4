import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, freePort, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { BigClient } from './big-client.ts'
import { cpuTime } from './cpu-time.ts'
import { buildUnanalyzed, loginOf, runAll, searched } from './large-data.ts'
import { quantile } from './latencies.ts'
import { query } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import { type Line, median, perSecond, rate } from './report.ts'
import { registerParams } from './second-start.ts'

const size = { people: 1_000, channels: 100 }
/** `LOQUAT_BENCH_MESSAGES` sets another number. */
const messages = Number(process.env.LOQUAT_BENCH_MESSAGES ?? 100_000)
const unread = 20_000
const connections = 8
const rounds = 3
const roundMs = 2_000
/** Node compiles what runs often. */
const warmUpMs = 4_000

/** A kind of request, as connection n sends it for the k-th time. */
interface Read {
  what: string
  aim: string
  request(connection: number, k: number): string
}

interface Measured {
  perSecond: number
  /** In the first second. */
  atFirst: number
  p95: number
  /** Milliseconds of CPU time per request, of the server and PostgreSQL together. */
  cpu: number
  bytes: number
  fromMemory: number
}

/**
 * Reads of people who are in every channel: without statistics and vacuum, as after an import, and with them. Nothing else may differ
 * between the two.
 */
export async function benchFetch(): Promise<Line[]> {
  const place = await temporaryPlace()
  try {
    await (await startServerProcess(place.dataDir)).stop()
    console.error(`  ${messages.toLocaleString('en')} messages …`)
    await buildUnanalyzed(place, size, messages)
    await runAll(place, readers)
    const reads = await readsOf(place)
    const stale = await measureAll(place, reads)
    await runAll(place, ['vacuum (analyze)'])
    const fresh = await measureAll(place, reads)
    return reads.map((read, n) => lineOf(read, stale[n]!, fresh[n]!))
  } finally {
    await place.remove()
  }
}

/** People 1 to 8 have read everything, people 9 to 16 all but the newest messages. All of them are in every channel. */
const readers = [
  `insert into subscription (user_id, channel_id, recipient_id, received, color)
    select p.id, c.id, c.recipient_id, '{[1,)}', '#76ce90' from bulk_person p, bulk_channel c where p.n <= 16
    on conflict do nothing`,
  `insert into read_state (user_id, recipient_id, read)
    select p.id, c.recipient_id, int8multirange(int8range(0, case when p.n <= ${connections} then ${messages + 1}
      else (select min(id) from (
        select id from message where is_channel order by id desc limit ${unread}) as newest) end))
    from bulk_person p, bulk_place c where p.n <= 16
    on conflict (user_id, recipient_id) do update set read = excluded.read`,
]

function lineOf({ what, aim }: Read, stale: Measured, fresh: Measured): Line {
  const text = (measured: Measured) =>
    `${rate(measured.perSecond)}, ${measured.cpu.toFixed(2)} ms of CPU, 95%: ${measured.p95.toFixed(0)} ms, first second ${rate(measured.atFirst)}`
  return {
    what: `${what}: ${Math.round(fresh.bytes / 1_000)} kB`,
    measured: `${text(fresh)}; without statistics ${text(stale)}`,
    limit: `${rate(fresh.fromMemory)} from memory`,
    ratio: fresh.perSecond / fresh.fromMemory,
    aim,
  }
}

async function readsOf(place: Place): Promise<Read[]> {
  const [ids] = await query<{ channel: string; other: string; me: string }>(
    place,
    `select (select id from bulk_channel where n = 3) as channel,
      (select id from bulk_person where n = 1) as me, (select id from bulk_person where n = 2) as other`,
  )
  const inChannel = { operator: 'channel', operand: Number(ids?.channel) }
  const fetch = (person: number, narrow: unknown[], anchor = 'newest', before = 100, after = 0) =>
    requestBytes('GET', '/api/v1/messages', loginOf(person), {
      anchor,
      num_before: String(before),
      num_after: String(after),
      narrow: JSON.stringify(narrow),
    })
  const register = (person: number) =>
    requestBytes('POST', '/api/v1/register', loginOf(person), registerParams)
  const aim = 'at least 1,200/s and 0.25 of memory, at most 1.5 ms of CPU'
  const placeAt = (k: number) => String(Math.floor(messages * (0.1 + 0.8 * ((k * 0.618) % 1))))
  return [
    {
      what: 'fetch 100 newest of a topic',
      aim,
      request: (n) => fetch(n + 1, [inChannel, ['topic', 'topic 4']]),
    },
    { what: 'of a channel', aim, request: (n) => fetch(n + 1, [inChannel]) },
    {
      what: 'of a direct conversation',
      aim,
      request: (n) =>
        fetch(1 + (n % 2), [{ operator: 'dm', operand: [Number(n % 2 ? ids?.me : ids?.other)] }]),
    },
    { what: 'of the combined feed', aim, request: (n) => fetch(n + 1, []) },
    {
      what: '100 around a place of a channel',
      aim: 'at least 600/s',
      request: (n, k) => fetch(n + 1, [inChannel], placeAt(k * connections + n), 50, 50),
    },
    {
      what: 'search two words',
      aim: 'at least 400/s',
      request: (n) => fetch(n + 1, [['search', `${searched.join(' ')}!`]]),
    },
    { what: 'register, all read', aim: 'at least 400/s', request: (n) => register(n + 1) },
    {
      what: `register, ${unread.toLocaleString('en')} unread`,
      aim: 'at least 150/s',
      request: (n) => register(n + 9),
    },
  ]
}

async function measureAll(place: Place, reads: readonly Read[]): Promise<Measured[]> {
  const server = await startServerProcess(place.dataDir)
  try {
    const results: Measured[] = []
    for (const read of reads) {
      const result = await measure(place, server, read)
      console.error(`  ${lineOf(read, result, result).measured.split(';')[0]} ${read.what}`)
      results.push(result)
    }
    return results
  } finally {
    await server.stop()
  }
}

async function measure(place: Place, server: ServerProcess, read: Read): Promise<Measured> {
  const bytes = await checkedSize(server, read)
  const memory = await startMemoryServer(bytes)
  try {
    const atFirst = await hammer(server.port, read, 1_000)
    await hammer(server.port, read, warmUpMs)
    const served: Hammered[] = []
    const raw: number[] = []
    const cpu: number[] = []
    for (let round = 0; round < rounds; round++) {
      raw.push((await hammer(memory.port, read, roundMs / 2)).perSecond)
      const before = await cpuTime(server, place.dataDir)
      const hammered = await hammer(server.port, read, roundMs)
      cpu.push(((await cpuTime(server, place.dataDir)) - before) / hammered.count)
      served.push(hammered)
    }
    return {
      perSecond: median(served.map((one) => one.perSecond)),
      atFirst: atFirst.perSecond,
      p95: median(served.map((one) => one.p95)),
      cpu: median(cpu),
      bytes,
      fromMemory: median(raw),
    }
  } finally {
    await memory.stop()
  }
}

/** The size of a successful response. */
async function checkedSize({ port }: ServerProcess, read: Read): Promise<number> {
  const client = await RawClient.open(port)
  const reply = await client.request(read.request(0, 0))
  client.close()
  const body = JSON.parse(reply.toString())
  const isWhole = body.messages === undefined || body.messages.length === 100 || body.messages.length === 101
  if (body.result !== 'success' || !isWhole)
    throw new Error(`${read.what}: ${reply.toString().slice(0, 500)}`)
  return reply.length
}

interface Hammered {
  count: number
  perSecond: number
  p95: number
}

async function hammer(port: number, read: Read, ms: number): Promise<Hammered> {
  const clients = await Promise.all(Array.from({ length: connections }, () => BigClient.open(port)))
  const requests = clients.map((_, n) => Array.from({ length: 200 }, (__, k) => read.request(n, k)))
  const started = performance.now()
  const times: number[] = []
  await Promise.all(
    clients.map(async (client, n) => {
      for (let k = 0; performance.now() < started + ms; k++) {
        const request = requests[n]![k % 200]!
        const sent = performance.now()
        const { status } = await client.request(request)
        if (status !== 200) throw new Error(`${read.what}: ${status}`)
        times.push(performance.now() - sent)
      }
    }),
  )
  const elapsed = performance.now() - started
  for (const client of clients) client.close()
  return { count: times.length, perSecond: perSecond(times.length, elapsed), p95: quantile(times, 0.95) }
}

/** A server that sends the same number of bytes from memory. */
async function startMemoryServer(bytes: number): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const program = new URL('repeater.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, String(port), String(bytes)], { stdio: 'ignore' })
  for (;;) {
    await sleep(50)
    const client = await BigClient.open(port).catch(() => undefined)
    client?.close()
    if (client !== undefined) return { port, stop: () => endProcess(child, 'SIGTERM') }
  }
}
