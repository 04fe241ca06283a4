import { setTimeout as sleep } from 'node:timers/promises'
import { killAll, postgresPids } from '@loquat/devkit/server-process'
import { addPeople } from '../people.ts'
import type { Login } from '../raw-client.ts'
import { assertNothingLost } from './check.ts'
import { CheckingClient } from './checking-client.ts'
import { type Cluster, type DatabaseNode, until } from './cluster.ts'

const sendIntervalMs = 6_000
const stoppedMs = 30_000
/** As long as systemd takes to start a service again, with `RestartSec=1`. */
const restartMs = 1_000
/** Between two faults. */
const pauseMs = 5_000

export interface ChaosOptions {
  minutes: number
  clients: number
  /** Only faults whose names contain this. */
  only: string
}

interface Fault {
  name: string
  /** Breaks something. Returns its repair, which begins when everybody can send again. */
  run(cluster: Cluster): Promise<() => Promise<void>>
}

const faults: readonly Fault[] = [
  {
    name: 'kill -9 PostgreSQL of the primary',
    run: async (cluster) => {
      killAll(await postgresPids((await primaryOf(cluster)).dataDir))
      return async () => {}
    },
  },
  {
    name: 'kill -9 the primary, with Patroni',
    run: async (cluster) => await killed((await primaryOf(cluster)).program),
  },
  {
    name: 'kill -9 the synchronous standby',
    run: async (cluster) => await killed((await cluster.synchronous()).program),
  },
  {
    name: 'kill -9 a Loquat server',
    run: async (cluster) => {
      const { program } = cluster.servers[Math.floor(Math.random() * cluster.servers.length)] ?? never()
      return await restarted(program)
    },
  },
  { name: 'kill -9 HAProxy, restarted after 1 s', run: ({ haproxy }) => restarted(haproxy) },
  {
    name: 'SIGSTOP the primary for 30 s',
    run: async (cluster) => {
      const { program } = await primaryOf(cluster)
      await program.signal('SIGSTOP')
      const over = sleep(stoppedMs).then(() => program.signal('SIGCONT'))
      return () => over
    },
  },
]

type Program = DatabaseNode['program']

async function killed(program: Program): Promise<() => Promise<void>> {
  await program.kill()
  return async () => program.start()
}

async function restarted(program: Program): Promise<() => Promise<void>> {
  await program.kill()
  const over = sleep(restartMs).then(() => program.start())
  return () => over
}

async function primaryOf(cluster: Cluster): Promise<DatabaseNode> {
  return (await cluster.primary()) ?? never()
}

function never(): never {
  throw new Error('The cluster is not complete.')
}

interface Row {
  fault: string
  nobodyMs: number
  longestMs: number
  failures: number
  newQueues: number
}

/** Breaks one thing after the other while clients send and listen, and prints how long they could not. */
export async function measureChaos(cluster: Cluster, options: ChaosOptions): Promise<void> {
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
  const wanted = faults.filter(({ name }) => name.includes(options.only))
  const end = performance.now() + options.minutes * 60_000
  for (let n = 0; n < wanted.length || performance.now() < end; n++) {
    const row = await measure(cluster, clients, wanted[n % wanted.length] ?? never())
    rows.push(row)
    console.log(describe(row))
    await sleep(pauseMs)
  }
  isOver = true
  await Promise.all(sending)
  const checked = await assertNothingLost(clients)
  isListening = false
  console.log(`\n${table(rows)}\n\n${checked}`)
  // The last polls end with the cluster.
  await Promise.race([Promise.allSettled(listening), sleep(1_000)])
}

async function measure(cluster: Cluster, clients: readonly CheckingClient[], fault: Fault): Promise<Row> {
  const before = totals(clients)
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
    nobodyMs: Math.max(...gaps),
    longestMs: Math.max(0, ...outages.map(({ from, to }) => to - from)),
    failures: after.failures - before.failures,
    newQueues: after.newQueues - before.newQueues,
  }
}

const totals = (clients: readonly CheckingClient[]) => ({
  failures: clients.reduce((sum, client) => sum + client.failures, 0),
  newQueues: clients.reduce((sum, client) => sum + client.newQueues, 0),
})

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

const describe = ({ fault, nobodyMs, longestMs, failures, newQueues }: Row) =>
  `${fault}: nobody could send for ${seconds(nobodyMs)} s, one client for ${seconds(longestMs)} s; ` +
  `${failures} failed sends, ${newQueues} new queues`

function table(rows: readonly Row[]): string {
  const head =
    '| fault | nobody could send, s | longest for one client, s | failed sends | new queues |\n|---|---|---|---|---|'
  const lines = rows.map(
    ({ fault, nobodyMs, longestMs, failures, newQueues }) =>
      `| ${fault} | ${seconds(nobodyMs)} | ${seconds(longestMs)} | ${failures} | ${newQueues} |`,
  )
  return [head, ...lines].join('\n')
}
