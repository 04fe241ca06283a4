import { setTimeout as sleep } from 'node:timers/promises'
import { startServerProcess } from '@loquat/devkit/server-process'
import { quantile } from './latencies.ts'
import { addPeople, ownerOf } from './people.ts'
import { temporaryPlace } from './place.ts'
import { PollingClient } from './polling-client.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import type { Line } from './report.ts'

const readers = 10
const perSecond = 20
const seconds = { warmUp: 10, measured: 30 }

/** How long a message takes from its send to each waiting poll, when people send at an ordinary pace. */
export async function benchLatency(): Promise<Line[]> {
  const place = await temporaryPlace()
  await (await startServerProcess(place.dataDir)).stop()
  const people = await addPeople(place, readers)
  const server = await startServerProcess(place.dataDir)
  try {
    const sender = await ownerOf(server)
    const queues = await Promise.all(people.map((login) => PollingClient.open(server, login)))
    const sentAt: number[] = []
    const times: number[] = []
    const total = perSecond * (seconds.warmUp + seconds.measured)
    const read = async (queue: PollingClient) => {
      for (let received = 0; received < total; ) {
        const text = (await queue.poll()).toString()
        const numbers = [...text.matchAll(/"content":"Message (\d+)\./g)].map(([, number]) => Number(number))
        if (numbers.length === 0) throw new Error(text)
        for (const number of numbers) {
          if (number >= perSecond * seconds.warmUp) times.push(performance.now() - sentAt[number]!)
        }
        received += numbers.length
      }
      queue.close()
    }
    const reading = queues.map(read)
    const client = await RawClient.open(server.port)
    for (let n = 0; n < total; n++) {
      const bytes = requestBytes('POST', '/api/v1/messages', sender, {
        type: 'channel',
        to: 'general',
        topic: 'bench',
        content: `Message ${n}.`,
      })
      const started = performance.now()
      sentAt.push(started)
      await client.request(bytes)
      await sleep(1_000 / perSecond - (performance.now() - started))
    }
    await Promise.all(reading)
    client.close()
    const at = (part: number) => `${quantile(times, part).toFixed(1)} ms`
    return [
      {
        what: `send to delivery, commit included: ${perSecond} sends a second, ${readers} polls`,
        measured: `50%: ${at(0.5)}, 99%: ${at(0.99)} of ${times.length.toLocaleString('en')}`,
        aim: '99% within 8 ms',
      },
    ]
  } finally {
    await server.stop()
    await place.remove()
  }
}
