import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { addPeople } from '../people.ts'
import type { Login } from '../raw-client.ts'
import { assertNothingLost } from './check.ts'
import { CheckingClient } from './checking-client.ts'
import { type Cluster, until } from './cluster.ts'
import { type Fault, faults } from './faults.ts'

const sendIntervalMs = 6_000
/** Between two faults. */
const pauseMs = 5_000

export interface ChaosOptions {
  minutes: number
  clients: number
  /** Only faults whose names contain this. */
  only: string
}

interface Row {
  fault: string
  startedAt: number
  endedAt: number
  nobodyMs: number
  longestMs: number
  failures: number
  newQueues: number
  load: string
}

/** Breaks one thing after the other while clients send and listen, and prints how long they could not. */
export async function measureChaos(cluster: Cluster, options: ChaosOptions): Promise<void> {
  const wanted = faults.filter(({ name }) => name.includes(options.only))
  if (wanted.length === 0) throw new Error(`No fault has a name with ${options.only}.`)
  let people: Login[] = []
  console.log('starting the cluster …')
  await cluster.start(async (database) => {
    people = await addPeople({ cluster: { connection: () => database } }, options.clients)
  })
  for (const line of await cluster.describe()) console.log(line)
  const clients = people.map((login) => new CheckingClient(cluster.url, login))
  for (const client of clients) await client.register()
  let isOver = false
  const isBusy = () => !isOver
  const sending = clients.map((client) => client.keepSending(sendIntervalMs, isBusy))
  let isListening = true
  const listening = clients.map((client) => client.keepListening(() => isListening))
  const rows: Row[] = []
  await sleep(pauseMs + sendIntervalMs)
  const end = performance.now() + options.minutes * 60_000
  for (const fault of inTurn(wanted)) {
    if (rows.length >= wanted.length && performance.now() > end) break
    const row = await measure(cluster, clients, fault)
    rows.push(row)
    console.log(describe(row))
    await sleep(pauseMs)
  }
  isOver = true
  await Promise.all(sending)
  const checked = await assertNothingLost(clients)
  isListening = false
  console.log(`\n${table(rows, clients)}\n\n${checked}`)
  // The last polls end with the cluster.
  await Promise.race([Promise.allSettled(listening), sleep(1_000)])
}

function* inTurn<T>(list: readonly T[]): Generator<T> {
  for (;;) yield* list
}

async function measure(cluster: Cluster, clients: readonly CheckingClient[], fault: Fault): Promise<Row> {
  const before = totals(clients)
  const ticks = cpuTicks()
  const startedAt = performance.now()
  const repair = await fault.run(cluster)
  const hasSent = (client: CheckingClient) => (client.sentAt.at(-1) ?? 0) > startedAt
  // A failover begins only when the lease of the primary has ended: success right after the fault proves nothing.
  await Promise.all([sleep(2 * sendIntervalMs), until('a client', async () => clients.every(hasSent))])
  await repair()
  await cluster.untilComplete()
  const endedAt = performance.now()
  const after = totals(clients)
  const outages = clients
    .flatMap((client) => client.outages)
    .filter(({ from, to }) => to > startedAt && from < endedAt)
  const sends = clients
    .flatMap((client) => client.sentAt)
    .filter((at) => at > startedAt)
    .sort((a, b) => a - b)
  const gaps = [startedAt, ...sends].map((at, n) => (sends[n] ?? at) - at)
  return {
    fault: fault.name,
    startedAt,
    endedAt,
    nobodyMs: Math.max(...gaps),
    longestMs: Math.max(0, ...outages.map(({ from, to }) => to - from)),
    failures: after.failures - before.failures,
    newQueues: after.newQueues - before.newQueues,
    load: `${loadavg()[0]?.toFixed(1)}, ${stolenPercent(ticks, cpuTicks())} %`,
  }
}

const totals = (clients: readonly CheckingClient[]) => ({
  failures: clients.reduce((sum, client) => sum + client.failures, 0),
  newQueues: clients.reduce((sum, client) => sum + client.newQueues, 0),
})

/** CPU time so far, by kind: user, nice, system, idle, waiting, interrupts, soft interrupts, stolen. */
const cpuTicks = () =>
  /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').slice(0, 8).map(Number) ?? []

/** Time that the host of this virtual machine gave to others. */
function stolenPercent(before: readonly number[], after: readonly number[]): string {
  const spent = after.map((ticks, kind) => ticks - (before[kind] ?? 0))
  const total = spent.reduce((sum, ticks) => sum + ticks, 0)
  return ((100 * (spent[7] ?? 0)) / Math.max(1, total)).toFixed(0)
}

/** The longest time from the acknowledgment of a message until a client saw it whose queue went on all the time. */
function longestDelivery({ startedAt, endedAt }: Row, clients: readonly CheckingClient[]): number {
  const sent = clients
    .flatMap(({ acknowledged, sentAt }) =>
      [...acknowledged.keys()].map((id, n) => [id, sentAt[n] ?? 0] as const),
    )
    .filter(([, at]) => at > startedAt && at < endedAt)
  const steady = clients.filter(({ newQueues }) => newQueues === 0)
  return steady.reduce(
    (longest, { seenAt }) =>
      sent.reduce((ms, [id, at]) => Math.max(ms, (seenAt.get(id) ?? at) - at), longest),
    0,
  )
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

const describe = ({ fault, nobodyMs, longestMs, failures, newQueues, load }: Row) =>
  `${fault}: nobody could send for ${seconds(nobodyMs)} s, one client for ${seconds(longestMs)} s; ` +
  `${failures} failed sends, ${newQueues} new queues; load ${load} stolen`

function table(rows: readonly Row[], clients: readonly CheckingClient[]): string {
  const names = [
    'fault',
    'nobody could send, s',
    'longest for one client, s',
    'longest delivery, s',
    'failed sends',
    'new queues',
    'load, stolen time',
  ]
  const lines = rows.map((row) => [
    row.fault,
    seconds(row.nobodyMs),
    seconds(row.longestMs),
    seconds(longestDelivery(row, clients)),
    row.failures,
    row.newQueues,
    row.load,
  ])
  return [names, names.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
