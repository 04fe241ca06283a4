import { createApi } from '@loquat/client'
import { type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { databaseCpuTime, serverCpuTime } from './cpu-time.ts'
import { ownerOf } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { type Login, RawClient, requestBytes } from './raw-client.ts'
import { type Line, median } from './report.ts'

const rounds = Number(process.env.LOQUAT_BENCH_ROUNDS ?? 5)
const messages = 2_000
/** By default a busy organization of some thousand users. */
const messagesPerSecond = Number(process.env.LOQUAT_BENCH_RATE ?? 100)
/** One connection sends a few hundred messages a second. */
const senders = Math.ceil(messagesPerSecond / 100)

interface Cost {
  follower: number
  database: number
}

/**
 * CPU time per message of a process that serves none of the sends: alone, when nobody waits for events there, and when somebody does. Its part of
 * PostgreSQL is the difference to sends without that process.
 */
export async function benchFollow(): Promise<Line[]> {
  const place = await temporaryPlace()
  const sender = await startServerProcess(place.dataDir)
  try {
    const login = await ownerOf(sender)
    await sendAll(sender, login)
    const alone: Cost[] = []
    const idle: Cost[] = []
    const awaited: Cost[] = []
    for (let round = 0; round < rounds; round++) {
      alone.push(await measure(place, sender, login))
      const other = await startServerProcess(place.dataDir)
      const api = createApi({ url: other.url, credentials: login })
      try {
        await api.getOwnUser()
        await sendAll(sender, login)
        idle.push(await measure(place, sender, login, other))
        const stopWaiting = new AbortController()
        const waiting = waitForEvents(other, login, stopWaiting.signal)
        awaited.push(await measure(place, sender, login, other))
        stopWaiting.abort()
        await waiting
      } finally {
        await other.stop()
      }
    }
    const base = median(alone.map(({ database }) => database))
    return [line('nobody waits there', idle, base), line('somebody waits there', awaited, base)]
  } finally {
    await sender.stop()
    await place.remove()
  }
}

function line(when: string, costs: readonly Cost[], base: number): Line {
  const [own, database] = [costs.map((one) => one.follower), costs.map((one) => one.database)].map(median)
  return {
    what: `CPU time per message of a further process, ${messagesPerSecond} messages per second, ${when}`,
    measured: `${us(own ?? 0)}, and ${us((database ?? 0) - base)} of PostgreSQL`,
    limit: `${us(base)} of PostgreSQL without it`,
    aim: '',
  }
}

const us = (milliseconds: number) => `${Math.round(milliseconds * 1_000)} µs`

async function measure(
  place: Place,
  sender: ServerProcess,
  login: Login,
  follower?: ServerProcess,
): Promise<Cost> {
  const read = async () => ({
    follower: follower === undefined ? 0 : await serverCpuTime(follower),
    database: await databaseCpuTime(place.dataDir),
  })
  const before = await read()
  await sendAll(sender, login)
  const after = await read()
  return {
    follower: (after.follower - before.follower) / messages,
    database: (after.database - before.database) / messages,
  }
}

/** Sends at an even rate, which decides how many events are read at once. */
async function sendAll(server: ServerProcess, login: Login): Promise<void> {
  await Promise.all(Array.from({ length: senders }, () => sendSome(server, login)))
}

async function sendSome(server: ServerProcess, login: Login): Promise<void> {
  const client = await RawClient.open(server.port)
  const bytes = requestBytes('POST', '/api/v1/messages', login, {
    type: 'channel',
    to: 'general',
    topic: 'follow',
    content: 'A message of ordinary length, with a *few* words and nothing special about it.',
  })
  const start = performance.now()
  for (let n = 0; n < messages / senders; n++) {
    const wait = start + (n * 1_000 * senders) / messagesPerSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    await client.request(bytes)
  }
  client.close()
}

/** Streams a queue until the end. */
async function waitForEvents(server: ServerProcess, login: Login, signal: AbortSignal): Promise<void> {
  const api = createApi({ url: server.url, credentials: login })
  const { queue_id, last_event_id } = await api.register({ event_types: ['message'] })
  const query = new URLSearchParams({ queue_id: queue_id ?? '', last_event_id: String(last_event_id) })
  const authorization = `Basic ${Buffer.from(`${login.email}:${login.apiKey}`).toString('base64')}`
  const headers = { authorization, accept: 'text/event-stream' }
  try {
    const reply = await fetch(`${server.url}/api/v1/events?${query}`, { headers, signal })
    for await (const _ of reply.body ?? []);
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
