import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from '@loquat/client'
import { startServerProcess } from '@loquat/devkit/server-process'
import { ownerOf } from './people.ts'
import { temporaryPlace } from './place.ts'
import { type Line, median } from './report.ts'

const rounds = 200

/** How long a message sent through one process takes to a poll on another. */
export async function benchWake(): Promise<Line[]> {
  const place = await temporaryPlace()
  const one = await startServerProcess(place.dataDir)
  const other = await startServerProcess(place.dataDir)
  try {
    const credentials = await ownerOf(one)
    const sender = createApi({ url: one.url, credentials })
    const reader = createApi({ url: other.url, credentials })
    const { queue_id, last_event_id } = await sender.register({ event_types: ['message'] })
    let position = last_event_id ?? -1
    const times: number[] = []
    for (let n = 0; n < rounds; n++) {
      const poll = reader.getEvents({ queue_id: queue_id ?? '', last_event_id: position })
      await sleep(10)
      const started = performance.now()
      await sender.sendMessage({ type: 'channel', to: 'general', topic: 'wake', content: `message ${n}` })
      const { events } = await poll
      times.push(performance.now() - started)
      position = events.at(-1)?.id ?? position
    }
    const slow = times.toSorted((a, b) => a - b)[Math.floor(rounds * 0.95)] ?? 0
    return [
      {
        what: 'send on one process to poll on another, commit included',
        measured: `${median(times).toFixed(1)} ms (95%: ${slow.toFixed(1)} ms)`,
        aim: 'median under 50 ms',
      },
    ]
  } finally {
    await one.stop()
    await other.stop()
    await place.remove()
  }
}
