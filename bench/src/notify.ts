import pg from 'pg'
import { databaseCpuTime } from './cpu-time.ts'
import { type Place, temporaryPlace } from './place.ts'
import { type Line, perSecond, rate } from './report.ts'

const notifications = 3_000
const listeners = [1, 20]

/** LISTEN/NOTIFY with one notification per statement, as when each event of a busy organization is announced alone. */
export async function benchNotify(): Promise<Line[]> {
  const place = await temporaryPlace()
  try {
    const lines: Line[] = []
    for (const count of listeners) lines.push(await measure(place, count))
    return lines
  } finally {
    await place.remove()
  }
}

async function measure(place: Place, count: number): Promise<Line> {
  const sender = await connect(place)
  const clients = await Promise.all(Array.from({ length: count }, () => connect(place)))
  const { promise: received, resolve } = Promise.withResolvers<void>()
  let left = count * notifications
  for (const client of clients) {
    client.on('notification', () => {
      if (--left === 0) resolve()
    })
    await client.query('listen bench')
  }
  const before = await databaseCpuTime(place.dataDir)
  const startedAt = performance.now()
  for (let n = 0; n < notifications; n++) {
    await sender.query("select pg_notify('bench', $1)", [`7f9c1e52-0d3a-4b0e-9a65-3d8f2c6b1a90 log 1 ${n}`])
  }
  await received
  const ms = performance.now() - startedAt
  const cpu = (await databaseCpuTime(place.dataDir)) - before
  await Promise.all([sender, ...clients].map((client) => client.end()))
  return {
    what: `notifications to ${count} listening ${count === 1 ? 'connection' : 'connections'}`,
    measured: `${rate(perSecond(notifications, ms))}, ${((cpu * 1_000) / notifications).toFixed(0)} µs of PostgreSQL each`,
    aim: '',
  }
}

async function connect(place: Place): Promise<pg.Client> {
  const client = new pg.Client(place.cluster.connection('postgres'))
  await client.connect()
  return client
}
