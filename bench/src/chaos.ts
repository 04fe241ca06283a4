import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, ApiError, createApi } from '@loquat/client'
import { killAll, postgresPids, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { addPeople } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import type { Line } from './report.ts'

const workers = 3
const clients = 50
const seconds = 60

interface Client {
  api: Api
  queueId: string
  position: number
  seen: { message: number; content: string }[]
  acknowledged: Map<number, string>
}

/**
 * Workers and PostgreSQL are killed at random while all clients send and listen. Every client must see every message
 * once and in order, and nothing that was acknowledged may be lost.
 */
export async function benchChaos(): Promise<Line[]> {
  const place = await temporaryPlace()
  await (await startServerProcess(place.dataDir)).stop()
  const people = await addPeople(place, clients)
  const server = await startServerProcess(place.dataDir, { args: ['--workers', String(workers)] })
  try {
    const everyone = await Promise.all(
      people.map(async (credentials): Promise<Client> => {
        const api = createApi({ url: server.url, credentials })
        const { queue_id, last_event_id } = await api.register({
          event_types: ['message'],
          fetch_event_types: [],
          apply_markdown: false,
        })
        const position = last_event_id ?? -1
        return { api, queueId: queue_id ?? '', position, seen: [], acknowledged: new Map() }
      }),
    )
    const until = performance.now() + seconds * 1_000
    const busy = () => performance.now() < until
    let over = false
    const listening = everyone.map((client) => keepListening(client, () => !over))
    const [kills] = await Promise.all([
      destroy(server, place, busy),
      ...everyone.map((client, n) => keepSending(client, n, busy)),
    ])
    over = true
    // A last message ends the polls that wait.
    await keepSending(everyone[0]!, clients, onceAfter(3_000))
    await Promise.all(listening)
    await settle(everyone)
    return report(everyone, kills)
  } finally {
    await server.stop()
    await place.remove()
  }
}

/** True for a while, so that something gets through even if a worker has yet to start. */
function onceAfter(milliseconds: number): () => boolean {
  const until = performance.now() + milliseconds
  return () => performance.now() < until
}

/** Ends a worker or PostgreSQL without asking, every second or so. */
async function destroy(server: ServerProcess, { dataDir }: Place, busy: () => boolean): Promise<number> {
  let kills = 0
  while (busy()) {
    await sleep(500 + Math.random() * 1_500)
    if (Math.random() < 0.2) killAll(await postgresPids(dataDir))
    else {
      const running = await server.workers()
      const victim = running[Math.floor(Math.random() * running.length)]
      if (victim !== undefined) killAll([victim])
    }
    kills++
  }
  return kills
}

async function keepSending({ api, acknowledged }: Client, name: number, busy: () => boolean): Promise<void> {
  for (let n = 0; busy(); n++) {
    const content = `client ${name}, message ${n}`
    await attempt(async () => {
      const { id } = await api.sendMessage({ type: 'channel', to: 'general', topic: 'chaos', content })
      acknowledged.set(id, content)
    })
    await sleep(Math.random() * 400)
  }
}

async function keepListening(client: Client, busy: () => boolean): Promise<void> {
  while (busy()) await attempt(() => take(client, false))
}

async function take(client: Client, dontBlock: boolean): Promise<number> {
  const { events } = await client.api.getEvents({
    queue_id: client.queueId,
    last_event_id: client.position,
    dont_block: dontBlock,
  })
  for (const event of events as unknown as {
    id: number
    type: string
    message: { id: number; content: string }
  }[]) {
    client.position = event.id
    if (event.type === 'message')
      client.seen.push({ message: event.message.id, content: event.message.content })
  }
  return events.length
}

/** Requests that fail because a process was killed are retried. Any other failure is a bug. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && !error.isTemporary) throw error
    await sleep(50)
    return undefined
  }
}

/** All clients read to the end. */
async function settle(everyone: readonly Client[]): Promise<void> {
  await sleep(3_000)
  for (const client of everyone) {
    for (let empty = 0; empty < 2; ) {
      const count = await attempt(() => take(client, true))
      if (count === 0) empty++
    }
  }
}

function report(everyone: readonly Client[], kills: number): Line[] {
  const reference = everyone[0]?.seen.map(({ message }) => message) ?? []
  const inOrder = reference.every((id, n) => n === 0 || id > (reference[n - 1] ?? 0))
  const differing = everyone.filter(
    ({ seen }) => seen.map(({ message }) => message).join() !== reference.join(),
  )
  const delivered = new Map(everyone[0]?.seen.map(({ message, content }) => [message, content]))
  const acknowledged = everyone.flatMap((client) => [...client.acknowledged])
  const lost = acknowledged.filter(([id, content]) => delivered.get(id) !== content)
  if (!inOrder || differing.length > 0 || lost.length > 0) {
    throw new Error(
      `Chaos won: ${lost.length} acknowledged messages lost, ${differing.length} clients saw something else, in order: ${inOrder}.`,
    )
  }
  return [
    {
      what: `${clients} clients, ${workers} workers, ${kills} kills in ${seconds} s: messages seen by all, once and in order`,
      measured: `${reference.length}, of ${acknowledged.length} acknowledged none lost`,
      aim: 'none lost, none twice',
    },
  ]
}
