import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, freePort, startServerProcess } from '@loquat/devkit/server-process'
import { addPeople, ownerOf } from './people.ts'
import { temporaryPlace } from './place.ts'
import { PollingClient } from './polling-client.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import { type Line, perSecond, rate } from './report.ts'

const polls = 500
const seconds = 6

/** Live deliveries to parked polls, against a bare broadcaster. */
export async function benchDeliver(): Promise<Line[]> {
  const place = await temporaryPlace()
  await (await startServerProcess(place.dataDir)).stop()
  const people = await addPeople(place, polls)
  const server = await startServerProcess(place.dataDir)
  try {
    const sender = await ownerOf(server)
    const queues = await Promise.all(people.map((login) => PollingClient.open(server, login)))
    let size = 0
    const poll = async (queue: PollingClient) => {
      size = (await queue.poll()).length
    }
    const send = requestBytes('POST', '/api/v1/messages', sender, {
      type: 'channel',
      to: 'general',
      topic: 'bench',
      content: 'Something that five hundred people are waiting for.',
    })
    const ours = await rounds(server.port, queues, poll, send)
    for (const queue of queues) queue.close()
    const limit = await bareBroadcaster(size)
    return [
      {
        what: `live deliveries to ${polls} parked polls`,
        measured: rate(ours),
        limit: rate(limit),
        ratio: ours / limit,
        aim: 'ratio at least 0.6',
      },
    ]
  } finally {
    await server.stop()
    await place.remove()
  }
}

/** Everyone polls, one sends, everyone gets it and polls again; for some seconds. */
async function rounds<T>(
  port: number,
  readers: readonly T[],
  poll: (reader: T) => Promise<void>,
  send: string,
): Promise<number> {
  const sender = await RawClient.open(port)
  let delivered = 0
  const round = async () => {
    const waiting = Promise.all(readers.map(poll))
    await sleep(1)
    await sender.request(send)
    await waiting
    delivered += readers.length
  }
  for (let n = 0; n < 5; n++) await round()
  delivered = 0
  const started = performance.now()
  while (performance.now() < started + seconds * 1_000) await round()
  const result = perSecond(delivered, performance.now() - started)
  sender.close()
  return result
}

async function bareBroadcaster(size: number): Promise<number> {
  const port = await freePort()
  const script = new URL('./broadcaster.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, String(port), String(size), String(polls)], {
    stdio: 'inherit',
  })
  while (
    !(await fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    ))
  )
    await sleep(20)
  const readers = await Promise.all(Array.from({ length: polls }, () => RawClient.open(port)))
  const login = { email: 'p1@example.com', apiKey: 'x'.repeat(32) }
  const bytes = requestBytes('GET', '/api/v1/events', login, {
    queue_id: 'x'.repeat(36),
    last_event_id: '12345',
  })
  const result = await rounds(
    port,
    readers,
    async (client) => void (await client.request(bytes)),
    requestBytes('POST', '/', undefined, {}),
  )
  for (const client of readers) client.close()
  await endProcess(child, 'SIGTERM')
  return result
}
