import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from '@loquat/client'
import { type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { serverCpuTime } from './cpu-time.ts'
import { addPeople, ownerOf } from './people.ts'
import { temporaryPlace } from './place.ts'
import { type Login, RawClient, requestBytes } from './raw-client.ts'
import { type Line, perSecond, rate } from './report.ts'

const readers = 500
const seconds = 6
const sendersAtOnce = 4

/** Live deliveries to clients that stream their queue. */
export async function benchStream(): Promise<Line[]> {
  const place = await temporaryPlace()
  await (await startServerProcess(place.dataDir)).stop()
  const people = await addPeople(place, readers)
  const server = await startServerProcess(place.dataDir)
  try {
    const counter = { events: 0 }
    const sockets = await Promise.all(people.map((login) => openStream(server, login, counter)))
    const send = requestBytes('POST', '/api/v1/messages', await ownerOf(server), {
      type: 'channel',
      to: 'general',
      topic: 'bench',
      content: 'Something that five hundred people are waiting for.',
    })
    const until = performance.now() + (seconds + 1) * 1_000
    const senders = Array.from({ length: sendersAtOnce }, async () => {
      const client = await RawClient.open(server.port)
      while (performance.now() < until) await client.request(send)
      client.close()
    })
    await sleep(1_000)
    counter.events = 0
    const cpuBefore = await serverCpuTime(server)
    const started = performance.now()
    await Promise.all(senders)
    const measured = perSecond(counter.events, performance.now() - started)
    const cpu = (1_000 * ((await serverCpuTime(server)) - cpuBefore)) / counter.events
    for (const socket of sockets) socket.destroy()
    return [
      {
        what: `live deliveries to ${readers} streams`,
        measured: `${rate(measured)}, ${cpu.toFixed(1)} µs of CPU time each, with the sends`,
        aim: 'three times the deliveries to polls',
      },
    ]
  } finally {
    await server.stop()
    await place.remove()
  }
}

async function openStream(
  { url, port }: ServerProcess,
  login: Login,
  counter: { events: number },
): Promise<Socket> {
  const api = createApi({ url, credentials: login })
  const { queue_id, last_event_id } = await api.register({ event_types: ['message'], fetch_event_types: [] })
  const request = requestBytes('GET', '/api/v1/events', login, {
    queue_id: queue_id ?? '',
    last_event_id: String(last_event_id ?? -1),
  }).replace('\r\n', '\r\nAccept: text/event-stream\r\n')
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const mark = Buffer.from('\ndata: ')
  let tail: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    const data = Buffer.concat([tail, chunk])
    let at = data.indexOf(mark)
    let end = 0
    while (at >= 0) {
      counter.events++
      end = at + mark.length
      at = data.indexOf(mark, end)
    }
    tail = data.subarray(Math.max(end, data.length - mark.length + 1))
  })
  socket.write(request)
  return socket
}
