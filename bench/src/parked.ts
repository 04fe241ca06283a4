import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, freePort, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { collecting, leastMemory } from './memory.ts'
import { addPeople, ownerOf, query } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { type Login, RawClient, requestBytes } from './raw-client.ts'
import { type Line, median } from './report.ts'

const polls = 10_000
const live = 1_000
const rounds = 15
const atOnce = 50

/** Ten thousand polls that wait on one process: the memory of each, and the time until a message arrives. */
export async function benchParked(): Promise<Line[]> {
  await assertEnoughFiles()
  const place = await temporaryPlace()
  await (await startServerProcess(place.dataDir)).stop()
  const people = await addPeople(place, polls)
  await leaveGeneral(place, people.slice(live))
  const server = await startServerProcess(place.dataDir, { nodeOptions: collecting })
  try {
    const queues = await registerAll(server, people)
    const [worker = 0] = await server.workers()
    const each = await memoryOfEach(worker, async () => {
      await inBatches(queues, (queue) => queue.open(server.port))
      for (const queue of queues) queue.poll()
      await untilParked(server)
    })
    const times = await deliveries(server, queues)
    for (const queue of queues) queue.close()
    const bare = await bareParking()
    return [
      {
        what: `memory of each of ${polls.toLocaleString('en')} parked polls, connection included (PSS)`,
        measured: kilobytes(each),
        limit: kilobytes(bare),
        ratio: each / bare,
        aim: 'at most 8 KB',
      },
      {
        what: `send until the last of ${live.toLocaleString('en')} of them has it`,
        measured: `${median(times).toFixed(0)} ms (worst of ${rounds}: ${Math.max(...times).toFixed(0)} ms)`,
        aim: 'under 300 ms',
      },
    ]
  } finally {
    await server.stop()
    await place.remove()
  }
}

const kilobytes = (value: number) => `${value.toFixed(1)} KB`

/** A connection is an open file, here and in the server. */
async function assertEnoughFiles(): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8')
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0)
  if (most < polls + 1_000) throw new Error(`Only ${most} files may be open. Raise it: ulimit -n 65536`)
}

/** To be called while no server runs, which would not notice. */
async function leaveGeneral(place: Place, people: readonly Login[]): Promise<void> {
  await query(
    place,
    'delete from subscription using account where account.id = user_id and delivery_email = any($1)',
    [people.map((login) => login.email)],
  )
}

class Poller {
  readonly #before: string
  readonly #after: string
  #position: string
  #client: RawClient | undefined
  /** The contents of received messages. */
  readonly heard: string[] = []
  onHeard = () => {}

  constructor(login: Login, queueId: string, position: number) {
    const request = { queue_id: queueId, last_event_id: 'POSITION' }
    const [before = '', after = ''] = requestBytes('GET', '/api/v1/events', login, request).split('POSITION')
    this.#before = before
    this.#after = after
    this.#position = String(position)
  }

  async open(port: number): Promise<void> {
    this.#client = await RawClient.open(port)
  }

  /** Polls in a loop, and records the events. */
  poll(): void {
    void this.#client?.request(this.#before + this.#position + this.#after).then((body) => {
      for (const event of JSON.parse(body.toString()).events) {
        this.#position = String(event.id)
        if (event.type === 'message') this.heard.push(event.message.content)
      }
      this.poll()
      this.onHeard()
    })
  }

  close(): void {
    this.#client?.close()
  }
}

async function registerAll({ port }: ServerProcess, people: readonly Login[]): Promise<Poller[]> {
  const clients = await Promise.all(Array.from({ length: atOnce }, () => RawClient.open(port)))
  const options = { event_types: '["message"]', fetch_event_types: '[]', apply_markdown: 'false' }
  const queues: Poller[] = []
  let next = 0
  await Promise.all(
    clients.map(async (client) => {
      for (let n = next++; n < people.length; n = next++) {
        const login = people[n]!
        const body = await client.request(requestBytes('POST', '/api/v1/register', login, options))
        const { queue_id, last_event_id } = JSON.parse(body.toString())
        queues[n] = new Poller(login, queue_id, last_event_id)
      }
      client.close()
    }),
  )
  return queues
}

async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let n = 0; n < items.length; n += atOnce) await Promise.all(items.slice(n, n + atOnce).map(work))
}

/** In kilobytes. Without garbage, because its amount depends on earlier work. */
async function memoryOfEach(pid: number, park: () => Promise<void>): Promise<number> {
  const before = await leastMemory(pid)
  await park()
  return ((await leastMemory(pid)) - before) / polls
}

async function untilParked({ url }: ServerProcess): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text()
    if (Number(/^loquat_parked_polls (\d+)$/m.exec(text)?.[1]) === polls) return
    await sleep(50)
  }
}

/** How long each of some messages takes to the last of those it is for. Fails unless they, and nobody else, get all. */
async function deliveries(server: ServerProcess, queues: readonly Poller[]): Promise<number[]> {
  const sender = await RawClient.open(server.port)
  const login = await ownerOf(server)
  const audience = queues.slice(0, live)
  const times: number[] = []
  const sent: string[] = []
  for (let n = 0; n < rounds; n++) {
    const content = `Something that a thousand people are waiting for, number ${n}.`
    sent.push(content)
    const arrived = Promise.all(
      audience.map(
        (queue) =>
          new Promise<void>((resolve) => {
            queue.onHeard = () => void (queue.heard.length > n && resolve())
          }),
      ),
    )
    const params = { type: 'channel', to: 'general', topic: 'bench', content }
    const started = performance.now()
    await sender.request(requestBytes('POST', '/api/v1/messages', login, params))
    await arrived
    times.push(performance.now() - started)
    await untilParked(server)
  }
  sender.close()
  for (const [n, { heard }] of queues.entries()) {
    const meant = n < live ? sent : []
    if (heard.join() !== meant.join()) throw new Error(`Poll ${n} was told: ${heard.join()}`)
  }
  return times
}

/** The same number of polls on a server that does nothing but park them. */
async function bareParking(): Promise<number> {
  const port = await freePort()
  const script = new URL('./broadcaster.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [...collecting, script, String(port), '0', String(polls + 1)], {
    stdio: 'inherit',
  })
  const healthy = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    )
  while (!(await healthy())) await sleep(20)
  const login = { email: 'p1@example.com', apiKey: 'x'.repeat(32) }
  const poller = () => new Poller(login, 'x'.repeat(36), 12_345)
  const pollers = Array.from({ length: polls }, poller)
  const each = await memoryOfEach(child.pid ?? 0, async () => {
    await inBatches(pollers, (one) => one.open(port))
    for (const one of pollers) one.poll()
  })
  for (const one of pollers) one.close()
  await endProcess(child, 'SIGTERM')
  return each
}
