import { startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { addMessages, buildOrganization, channels, people, reader, searched } from './large-data.ts'
import { type Place, temporaryPlace } from './place.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import { type Line, median } from './report.ts'

const small = 100_000
const large = 1_000_000
const repetitions = 40

interface Feed {
  name: string
  narrow: unknown[]
  /** The same messages by hand, from the table message m, newest first. */
  where: string
  values: unknown[]
}

/** Reading from a large organization against hand-written SQL, and how both grow; sending to many against few. */
export async function benchLarge(): Promise<Line[]> {
  const place = await temporaryPlace()
  try {
    // The first start makes the schema and the organization.
    await (await startServerProcess(place.dataDir)).stop()
    console.error(`  ${people} people, ${channels} channels …`)
    await buildOrganization(place)
    console.error(`  ${small} messages …`)
    await addMessages(place, 1, small)
    const before = await measure(place)
    console.error(`  ${large} messages …`)
    await addMessages(place, small + 1, large)
    const after = await measure(place)
    return [...after.feeds.map((feed, n) => lineOf(feed, before.feeds[n]!)), sendLine(after.sends)]
  } finally {
    await place.remove()
  }
}

interface Measured {
  name: string
  served: number
  raw: number
}

const milliseconds = (value: number) => `${value.toFixed(1)} ms`

function lineOf({ name, served, raw }: Measured, before: Measured): Line {
  const growth = served / before.served
  return {
    what: `100 messages of a million: ${name}`,
    measured: `${milliseconds(served)}, ${growth.toFixed(2)} times that of 100,000`,
    limit: milliseconds(raw),
    ratio: served / raw,
    aim: 'ratio at most 2.5, growth under 1.5',
  }
}

function sendLine({ many, few }: { many: number; few: number }): Line {
  return {
    what: `send to ${people.toLocaleString('en')} subscribers, against 10`,
    measured: milliseconds(many),
    limit: milliseconds(few),
    ratio: many / few,
    aim: 'ratio at most 1.2',
  }
}

export async function measure(
  place: Place,
): Promise<{ feeds: Measured[]; sends: { many: number; few: number } }> {
  const server = await startServerProcess(place.dataDir)
  const database = new pg.Client(place.cluster.connection('loquat'))
  await database.connect()
  const client = await RawClient.open(server.port)
  try {
    const feeds: Measured[] = []
    for (const feed of await feedsOf(database)) feeds.push(await measureFeed(client, database, feed))
    return { feeds, sends: await measureSends(client) }
  } finally {
    client.close()
    await database.end()
    await server.stop()
  }
}

async function feedsOf(database: pg.Client): Promise<Feed[]> {
  const { rows } = await database.query(`
    select p.id as me, c.id as channel, c.recipient_id as place, busiest.id as conversation,
      (select other from unnest(busiest.user_ids) as other where other <> p.id) as other
    from bulk_person p, bulk_channel c, lateral (
      select r.id, r.user_ids from bulk_place b join recipient r on r.id = b.recipient_id
      where not b.is_channel and p.id = any(r.user_ids) order by b.n limit 1
    ) as busiest
    where p.n = 1 and c.n = 3`)
  const { me, channel, place, conversation, other } = rows[0]
  const received = `(exists (select from subscription s
      where s.user_id = $1 and s.recipient_id = m.recipient_id and s.received @> m.id)
    or exists (select from recipient_member rm where rm.user_id = $1 and rm.recipient_id = m.recipient_id))`
  const inChannel = { operator: 'channel', operand: Number(channel) }
  return [
    { name: 'channel', narrow: [inChannel], where: 'm.recipient_id = $2', values: [me, place] },
    {
      name: 'topic',
      narrow: [inChannel, ['topic', 'topic 4']],
      where: "m.recipient_id = $2 and m.is_channel and lower(m.topic) = 'topic 4'",
      values: [me, place],
    },
    {
      name: 'direct conversation',
      narrow: [{ operator: 'dm', operand: [Number(other)] }],
      where: 'm.recipient_id = $2',
      values: [me, conversation],
    },
    { name: 'combined feed', narrow: [], where: received, values: [me] },
    {
      name: 'is:unread',
      narrow: [['is', 'unread']],
      where: `m.sender_id <> $1 and ${received} and not exists (
        select from read_state r where r.user_id = $1 and r.recipient_id = m.recipient_id and r.read @> m.id)`,
      values: [me],
    },
    {
      name: 'is:mentioned',
      narrow: [['is', 'mentioned']],
      where: `${received} and m.id in (
        (select message_id from message_flag where user_id = $1 and flags & 120 <> 0 order by message_id desc limit 100)
        union (select w.id from message w join subscription s on s.user_id = $1 and s.recipient_id = w.recipient_id
          where w.channel_wildcard order by w.id desc limit 100)
        union (select w.id from message w join recipient_member r on r.user_id = $1 and r.recipient_id = w.recipient_id
          where w.channel_wildcard order by w.id desc limit 100))`,
      values: [me],
    },
    {
      name: 'two words',
      narrow: [['search', `${searched.join(' ')}!`]],
      where: `${received} and m.search @@ plainto_tsquery('english', $2)`,
      values: [me, searched.join(' ')],
    },
  ]
}

async function measureFeed(client: RawClient, database: pg.Client, feed: Feed): Promise<Measured> {
  const request = requestBytes('GET', '/api/v1/messages', reader, {
    anchor: 'newest',
    num_before: '100',
    num_after: '0',
    narrow: JSON.stringify(feed.narrow),
  })
  const hanging = (table: string) =>
    `(select coalesce(json_agg(x order by x.id), '[]') from ${table} x where x.message_id = m.id)`
  const text = `
    select m.id, m.recipient_id, m.sender_id, m.topic, m.content, m.rendered_content, m.client, m.sent_at,
      m.last_edit_at, m.last_moved_at, m.edit_history, ${hanging('reaction')} as reactions,
      ${hanging('submessage')} as submessages, coalesce(f.flags, 0) as flags,
      (select user_ids from recipient r where r.id = m.recipient_id) as user_ids,
      coalesce((select r.read @> m.id from read_state r where r.user_id = $1 and r.recipient_id = m.recipient_id), false)
        as read
    from message m left join message_flag f on f.user_id = $1 and f.message_id = m.id
    where ${feed.where} order by m.id desc limit 100`
  const served: number[] = []
  const raw: number[] = []
  for (let n = 0; n < repetitions; n++) {
    const start = performance.now()
    const reply = await client.request(request)
    const middle = performance.now()
    const { rows } = await database.query(text, feed.values)
    const end = performance.now()
    served.push(middle - start)
    raw.push(end - middle)
    const body = JSON.parse(reply.toString())
    if (body.result !== 'success') throw new Error(`${feed.name}: ${JSON.stringify(body)}`)
    const found = body.messages.map((message: { id: number }) => message.id).join()
    if (
      found !==
      rows
        .map((row) => row.id)
        .reverse()
        .join()
    )
      throw new Error(`${feed.name}: other messages found.`)
  }
  return { name: feed.name, served: median(served), raw: median(raw) }
}

async function measureSends(client: RawClient): Promise<{ many: number; few: number }> {
  const times: Record<string, number[]> = { 'channel 1': [], 'channel 2': [] }
  for (let n = 0; n < 300; n++) {
    for (const [to, list] of Object.entries(times)) {
      const params = { type: 'channel', to, topic: 'bench', content: 'A message of ordinary length.' }
      const bytes = requestBytes('POST', '/api/v1/messages', reader, params)
      const start = performance.now()
      const body = await client.request(bytes)
      if (!body.includes('"result":"success"')) throw new Error(body.toString())
      list.push(performance.now() - start)
    }
  }
  return { many: median(times['channel 1']!), few: median(times['channel 2']!) }
}
