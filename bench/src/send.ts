import { startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { ownerOf, query } from './people.ts'
import { temporaryPlace } from './place.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import { type Line, perSecond, rate } from './report.ts'

const connections = 32
const seconds = 6

/** Durable sends, against the same rows inserted by hand. */
export async function benchSend(): Promise<Line[]> {
  const place = await temporaryPlace()
  const server = await startServerProcess(place.dataDir)
  try {
    const login = await ownerOf(server)
    const sendTo = (topic: string) =>
      requestBytes('POST', '/api/v1/messages', login, {
        type: 'channel',
        to: 'general',
        topic,
        content: 'A message of ordinary length, with a *few* words and nothing special about it.',
      })
    const bytes = sendTo('bench')
    let topics = 0
    const bytesToNewTopic = () => sendTo(`topic ${topics++}`)
    const clients = await Promise.all(Array.from({ length: connections }, () => RawClient.open(server.port)))
    const justStarted = await hammer(clients, 1, () => bytes)
    // Node compiles what runs often.
    await hammer(clients, 4, () => bytes)
    const limitBefore = await rawInserts(place.cluster.connection('loquat'))
    const sent = await hammer(clients, seconds, () => bytes)
    const limitAfter = await rawInserts(place.cluster.connection('loquat'))
    const limit = (limitBefore + limitAfter) / 2
    await hammer(clients, 1, bytesToNewTopic)
    const toNewTopics = await hammer(clients, seconds, bytesToNewTopic)
    const again = await hammer(clients, seconds / 2, () => bytes)
    const lone = await hammer(clients.slice(0, 1), 2, () => bytes)
    for (const client of clients) client.close()
    const [stored] = await query<{ count: string }>(place, 'select count(*) from message')
    if (Number(stored?.count) === 0) throw new Error('Nothing was stored.')
    return [
      {
        what: `durable sends, ${connections} connections`,
        measured: `${rate(sent)}; in the first second ${rate(justStarted)}`,
        limit: rate(limit),
        ratio: sent / limit,
        aim: 'ratio at least 0.5',
      },
      {
        what: 'the same, each to a new topic that its sender follows',
        measured: rate(toNewTopics),
        limit: `${rate(again)} to a known topic`,
        ratio: again / toNewTopics,
        aim: 'at most 1.5 times the cost',
      },
      { what: 'durable sends, 1 connection', measured: rate(lone), aim: '' },
    ]
  } finally {
    await server.stop()
    await place.remove()
  }
}

async function hammer(clients: readonly RawClient[], duration: number, bytes: () => string): Promise<number> {
  const until = performance.now() + duration * 1_000
  const started = performance.now()
  let count = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const body = await client.request(bytes())
        if (!body.includes('"result":"success"')) throw new Error(body.toString())
        count++
      }
    }),
  )
  return perSecond(count, performance.now() - started)
}

/** The rows of a send, message and event, inserted with nothing around them and no order between connections. */
async function rawInserts(connection: pg.ClientConfig): Promise<number> {
  const setup = new pg.Client(connection)
  await setup.connect()
  await setup.query('create table if not exists raw_message (like message including all)')
  await setup.query('create table if not exists raw_event (like event including all)')
  await setup.query('create sequence if not exists raw_id')
  const { rows } = await setup.query(
    `select m.*, e.payload from message m, event e where e.type = 'message' limit 1`,
  )
  const { recipient_id, sender_id, topic, content, rendered_content, client, payload, realm_id } = rows[0]
  const values = [realm_id, recipient_id, sender_id, topic, content, rendered_content, client, payload]
  const text = `
    with m as (
      insert into raw_message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content,
        client, sent_at)
      values (nextval('raw_id'), $1, $2, $3, true, $4, $5, $6, $7, now()) returning id
    )
    insert into raw_event (realm_id, seq, type, payload, audience) select $1, id, 'message', $8, '{}' from m`
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const one = new pg.Client(connection)
      await one.connect()
      return one
    }),
  )
  const started = performance.now()
  const until = started + (seconds / 2) * 1_000
  let count = 0
  await Promise.all(
    clients.map(async (one) => {
      while (performance.now() < until) {
        await one.query({ name: 'raw', text, values })
        count++
      }
      await one.end()
    }),
  )
  const result = perSecond(count, performance.now() - started)
  await setup.end()
  return result
}
