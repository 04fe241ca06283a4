import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { caughtUp, type Primary, startPrimary, startReplica } from '@loquat/devkit/replica'
import { killAll, postgresPids, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { BigClient } from './big-client.ts'
import { buildUnanalyzed, loginOf, runAll, searched } from './large-data.ts'
import { quantile } from './latencies.ts'
import { query } from './people.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import { type Line, median, perSecond, rate } from './report.ts'

const size = { people: 1_000, channels: 100 }
const messages = Number(process.env.LOQUAT_BENCH_MESSAGES ?? 100_000)
const connections = Number(process.env.LOQUAT_BENCH_CONNECTIONS ?? 32)
const rounds = 3
const roundMs = 4_000
const sendEveryMs = 100

interface Measured {
  perSecond: number
  p95: number
  /** Statements on the primary per 1,000 reads. */
  statements: number
  /** Share of reads that were served by a replica. */
  fromReplica: number
}

/**
 * Reads of one server with no, one and two replicas: fetches of a topic, a channel, the feed and an old place, searches, lists of topics. Once while
 * nobody writes, and once while another server sends ten messages a second.
 */
export async function benchReplicas(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-bench-'))
  const folders = ['primary', 'one', 'two'].map((name) => join(folder, name))
  try {
    const primary = await startPrimary(folders[0]!, { shared_preload_libraries: 'pg_stat_statements' })
    await prepare(primary)
    const replicas = [await startReplica(primary, folders[1]!), await startReplica(primary, folders[2]!)]
    for (const replica of replicas) await caughtUp(primary, replica)
    const lines: Line[] = []
    for (const count of [0, 1, 2]) {
      for (const isWriting of [false, true]) {
        lines.push(await measure(primary, replicas.slice(0, count), isWriting))
        console.error(`  ${lines.at(-1)!.what}: ${lines.at(-1)!.measured}`)
      }
    }
    return lines
  } finally {
    for (const dataDir of folders) killAll(await postgresPids(dataDir))
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepare(primary: Primary): Promise<void> {
  const client = new pg.Client(primary.cluster.connection('postgres'))
  await client.connect()
  await client.query('create database loquat')
  await client.end()
  await (await startServer(primary, [])).stop()
  console.error(`  ${messages.toLocaleString('en')} messages …`)
  const place = { ...primary, remove: async () => {} }
  await buildUnanalyzed(place, size, messages)
  await runAll(place, ['create extension pg_stat_statements', 'vacuum (analyze)'])
}

const urlOf = ({ cluster }: Primary) => {
  const { host, user } = cluster.connection('loquat')
  return `postgres://${user}@${encodeURIComponent(String(host))}/loquat`
}

const startServer = (primary: Primary, replicas: readonly Primary[]): Promise<ServerProcess> =>
  startServerProcess(join(primary.dataDir, '..', 'files'), {
    env: {
      DATABASE_URL: urlOf(primary),
      LOQUAT_READ_DATABASE_URLS: replicas.map(urlOf).join(),
      LOQUAT_SECRET_KEY: Buffer.alloc(32, 'bench').toString('base64'),
    },
    args: ['--workers', '1'],
  })

async function measure(primary: Primary, replicas: readonly Primary[], isWriting: boolean): Promise<Line> {
  const server = await startServer(primary, replicas)
  const writer = isWriting ? await startServer(primary, []) : undefined
  try {
    const requests = await readsOf(primary)
    await hammer(server.port, requests, roundMs / 2)
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round++)
      measured.push(await measureRound(primary, server, requests, writer))
    const of = (read: (one: Measured) => number) => median(measured.map(read))
    const from =
      replicas.length === 0 ? '' : `, ${Math.round(100 * of((one) => one.fromReplica))}% from replicas`
    return {
      what: `reads with ${replicas.length} replicas${isWriting ? `, ${1_000 / sendEveryMs} sends a second` : ''}`,
      measured: `${rate(of((one) => one.perSecond))}, 95%: ${of((one) => one.p95).toFixed(0)} ms${from}, ${of(
        (one) => one.statements,
      ).toFixed(1)} statements on the primary per 1,000`,
      aim: replicas.length === 0 ? '' : 'under 50 statements',
    }
  } finally {
    await server.stop()
    await writer?.stop()
  }
}

async function measureRound(
  primary: Primary,
  server: ServerProcess,
  requests: readonly string[],
  writer: ServerProcess | undefined,
): Promise<Measured> {
  const sender = writer && startSending(writer)
  // Statements of sends and of idle servers are not part of the reads.
  await resetStatements(primary)
  await new Promise((resolve) => setTimeout(resolve, roundMs))
  const idle = await statementsOn(primary)
  await resetStatements(primary)
  const before = await outcomesOf(server)
  const hammered = await hammer(server.port, requests, roundMs)
  const made = await statementsOn(primary)
  const inIdle = (hammered.ms / roundMs) * total(idle)
  const statements = total(made) - inIdle
  if (process.env.LOQUAT_BENCH_STATEMENTS !== undefined) printStatements(made, hammered.times.length)
  await sender?.stop()
  const after = await outcomesOf(server)
  const reads = after.all - before.all
  return {
    perSecond: perSecond(hammered.times.length, hammered.ms),
    p95: quantile(hammered.times, 0.95),
    statements: (1_000 * Math.max(0, statements)) / hammered.times.length,
    fromReplica: reads === 0 ? 0 : (after.replica - before.replica) / reads,
  }
}

const resetStatements = (primary: Primary) => query(primary, 'select pg_stat_statements_reset()')

interface Statement {
  query: string
  calls: string
}

const statementsOn = (primary: Primary) =>
  query<Statement & Record<string, string>>(
    primary,
    `select query, sum(calls) as calls from pg_stat_statements
     where dbid = (select oid from pg_database where datname = 'loquat') and query not like '%pg_stat_statements%'
     group by query order by 2 desc`,
  )

const total = (statements: readonly Statement[]) =>
  statements.reduce((sum, { calls }) => sum + Number(calls), 0)

/** The most frequent statements per 1,000 reads, with those of idle servers. */
function printStatements(statements: readonly Statement[], reads: number): void {
  for (const { query, calls } of statements.slice(0, 8)) {
    const perThousand = ((1_000 * Number(calls)) / reads).toFixed(1)
    console.error(`    ${perThousand}: ${query.replace(/\s+/g, ' ').slice(0, 160)}`)
  }
}

async function outcomesOf({ url }: ServerProcess): Promise<{ replica: number; all: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = [...text.matchAll(/^loquat_replica_reads_total{outcome="(\w+)"} (\d+)$/gm)]
  return {
    replica: Number(counts.find(([, outcome]) => outcome === 'replica')?.[2] ?? 0),
    all: counts.reduce((sum, [, , count]) => sum + Number(count), 0),
  }
}

async function readsOf(primary: Primary): Promise<string[]> {
  const [row] = await query<{ channel: string }>(
    primary,
    'select id as channel from bulk_channel where n = 3',
  )
  const inChannel = { operator: 'channel', operand: Number(row?.channel) }
  const get = (person: number, path: string, params: Record<string, string>) =>
    requestBytes('GET', `/api/v1/${path}`, loginOf(person), params)
  const fetch = (person: number, narrow: unknown[], anchor = 'newest', before = 100, after = 0) =>
    get(person, 'messages', {
      anchor,
      num_before: String(before),
      num_after: String(after),
      narrow: JSON.stringify(narrow),
    })
  return Array.from({ length: 240 }, (_, n) => {
    const person = 1 + (n % 40)
    const place = String(Math.floor(messages * (0.1 + 0.8 * ((n * 0.618) % 1))))
    return [
      () => fetch(person, [inChannel, ['topic', 'topic 4']]),
      () => fetch(person, [inChannel]),
      () => fetch(person, []),
      () => fetch(person, [inChannel], place, 50, 50),
      () => fetch(person, [['search', searched.join(' ')]]),
      () => get(person, `users/me/${row?.channel}/topics`, {}),
    ][n % 6]!()
  })
}

async function hammer(port: number, requests: readonly string[], ms: number) {
  const clients = await Promise.all(Array.from({ length: connections }, () => BigClient.open(port)))
  const started = performance.now()
  const times: number[] = []
  let next = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < started + ms) {
        const sent = performance.now()
        const { status } = await client.request(requests[next++ % requests.length]!)
        if (status !== 200) throw new Error(`A read was answered with ${status}.`)
        times.push(performance.now() - sent)
      }
    }),
  )
  for (const client of clients) client.close()
  return { times, ms: performance.now() - started }
}

function startSending({ port }: ServerProcess) {
  let isSending = true
  const send = async () => {
    const client = await RawClient.open(port)
    const request = requestBytes('POST', '/api/v1/messages', loginOf(1), {
      type: 'channel',
      to: 'channel 3',
      topic: 'topic 4',
      content: 'a message while others read',
    })
    while (isSending) {
      const reply = await client.request(request)
      if (!reply.includes('success')) throw new Error(reply.toString())
      await new Promise((resolve) => setTimeout(resolve, sendEveryMs))
    }
    client.close()
  }
  const sending = send()
  return {
    stop: async () => {
      isSending = false
      await sending
    },
  }
}
