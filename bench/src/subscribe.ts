import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from '@loquat/client'
import { type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { addPeople, ownerOf, query } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { type Line, median } from './report.ts'

const people = 10_000
const channel = 'crowd'

/** Ten thousand users subscribed in one request, the events of others, and the background jobs. */
export async function benchSubscribe(): Promise<Line[]> {
  const place = await temporaryPlace()
  // The first start makes the schema and the organization.
  await (await startServerProcess(place.dataDir)).stop()
  const logins = await addPeople(place, people + 1)
  const server = await startServerProcess(place.dataDir)
  try {
    const credentials = await ownerOf(server)
    const owner = createApi({ url: server.url, credentials })
    const bystander = createApi({ url: server.url, credentials: logins[people]! })
    await owner.subscribe({ subscriptions: [{ name: channel }] })
    const rows = await query<{ id: number }>(
      place,
      `select id::int from account where delivery_email ~ '^p[0-9]+@' order by id limit $1`,
      [people],
    )
    const principals = rows.map((row) => row.id)
    const { queue_id, last_event_id } = await bystander.register({ event_types: ['subscription'] })

    const started = performance.now()
    const { subscribed } = await owner.subscribe({ subscriptions: [{ name: channel }], principals })
    const took = performance.now() - started
    if (Object.keys(subscribed).length !== people) throw new Error('Not everyone was subscribed.')

    const told = await followUp(place, server)
    const { events } = await bystander.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    const [event] = events
    const size = JSON.stringify(event).length
    if (events.length !== 1 || event?.op !== 'peer_add') throw new Error('Others were told something else.')
    const leaving = performance.now()
    await owner.unsubscribe({ subscriptions: [channel], principals })
    const left = performance.now() - leaving
    const raw = await rawInserts(place, principals)
    return [
      {
        what: `subscribe ${people.toLocaleString('en')} people in one request`,
        measured: `${(took / 1_000).toFixed(2)} s, one event of ${Math.round(size / 1_000)} kB to each of the others`,
        limit: `${(raw / 1_000).toFixed(2)} s`,
        ratio: took / raw,
        aim: 'at most 3 s',
      },
      {
        what: 'until all of them are told in a direct message',
        measured: `${(told.took / 1_000).toFixed(1)} s, other requests meanwhile ${told.median.toFixed(0)} ms (99%: ${told.slow.toFixed(0)} ms)`,
        aim: '99% under 100 ms',
      },
      {
        what: 'and unsubscribe them again',
        measured: `${(left / 1_000).toFixed(2)} s`,
        aim: 'at most 3 s',
      },
    ]
  } finally {
    await server.stop()
    await place.remove()
  }
}

/** How long until the notification bot has written to everyone, and how long another request waits meanwhile. */
async function followUp(place: Place, server: ServerProcess) {
  const started = performance.now()
  const times: number[] = []
  const database = new pg.Client(place.cluster.connection('loquat'))
  await database.connect()
  try {
    for (let n = 0; ; n++) {
      const before = performance.now()
      await (await fetch(`${server.url}/api/v1/server_settings`)).arrayBuffer()
      times.push(performance.now() - before)
      await sleep(5)
      if (n % 50 > 0) continue
      const { rows } = await database.query('select count(*)::int as count from message where not is_channel')
      if (rows[0].count >= people) break
      if (performance.now() - started > 120_000) throw new Error('Not everyone was told.')
    }
  } finally {
    await database.end()
  }
  const sorted = times.toSorted((a, b) => a - b)
  return {
    took: performance.now() - started,
    median: median(times),
    slow: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}

/** The same rows, inserted by hand. */
async function rawInserts(place: Place, userIds: readonly number[]): Promise<number> {
  const client = new pg.Client(place.cluster.connection('loquat'))
  await client.connect()
  try {
    await client.query('create table raw_subscription (like subscription including all)')
    const started = performance.now()
    await client.query(
      `insert into raw_subscription (user_id, channel_id, recipient_id, received, color)
       select u, 1, 1, '{[1,)}', '#76ce90' from unnest($1::bigint[]) u`,
      [userIds],
    )
    return performance.now() - started
  } finally {
    await client.end()
  }
}
