import { setTimeout as sleep } from 'node:timers/promises'
import { postgresPids, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { Latencies } from './latencies.ts'
import { LoadClient } from './load-client.ts'
import { pss } from './memory.ts'
import { overload } from './overload.ts'
import { addPeople, query } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { type Login, RawClient, requestBytes } from './raw-client.ts'
import type { Line } from './report.ts'
import { StealMeter } from './steal.ts'

const people = 100
const streams = 20
const minutes = Number(process.env.SOAK_MINUTES ?? 10)
const perSecond = { send: 100, read: 20, edit: 5, upload: 1 }
const knownTopics = 200
/** Events that are old enough to be trimmed, so that trimming is seen beside the load. */
const oldEvents = 1_000_000
const upload = Buffer.alloc(50_000, 'x')

interface Sample {
  minute: number
  serverMb: number
  events: number
  stolen: number
}

/** Everything at once for minutes, then far too much for half a minute. */
export async function benchSoak(): Promise<Line[]> {
  const place = await temporaryPlace()
  await (await startServerProcess(place.dataDir)).stop()
  const logins = await addPeople(place, people)
  await addOldEvents(place)
  const server = await startServerProcess(place.dataDir)
  const run = new Soak(server, place, logins)
  try {
    const samples = await run.run()
    return [...describe(run, samples), ...(await overload(server, logins))]
  } finally {
    run.close()
    await server.stop()
    await place.remove()
  }
}

async function addOldEvents(place: Place): Promise<void> {
  await query(
    place,
    `with log as (
       update realm_log set last_seq = last_seq + $1 where realm_id = (select id from realm where subdomain = '')
       returning realm_id, last_seq - $1 as base
     ), aged as (update event set created_at = now() - interval '2 hours')
     insert into event (realm_id, seq, type, payload, audience, created_at)
     select realm_id, base + n, 'refresh', '{"type":"refresh"}', '{"users":[]}', now() - interval '1 hour'
     from log, generate_series(1, $1) as n`,
    [oldEvents],
  )
}

class Soak {
  readonly latencies = new Latencies()
  #lastMinute = new Latencies()
  readonly delivered = { events: 0 }
  readonly #server: ServerProcess
  readonly #place: Place
  readonly #logins: readonly Login[]
  readonly #client: LoadClient
  readonly #sent: { id: number; login: Login }[] = []
  readonly #readers: RawClient[] = []
  readonly #steal = new StealMeter()
  #count = 0
  #reads = 0
  /** IDs of the first and the newest message. */
  readonly #ids = { first: Number.POSITIVE_INFINITY, newest: 0 }
  #streamEnds = 0
  #isOver = false

  constructor(server: ServerProcess, place: Place, logins: readonly Login[]) {
    this.#server = server
    this.#place = place
    this.#logins = logins
    this.#client = new LoadClient(server.port)
  }

  async run(): Promise<Sample[]> {
    for (const [n, login] of this.#logins.entries()) await this.#listen(login, n < streams)
    await this.#steal.percent()
    const started = performance.now()
    const samples: Sample[] = []
    const calls: Promise<void>[] = []
    for (let second = 0; second < minutes * 60; second++) {
      for (const [kind, count] of Object.entries(perSecond)) {
        for (let n = 0; n < count; n++) {
          const at = started + (second + (n + Math.random()) / count) * 1_000
          calls.push(this.#callAt(kind as keyof typeof perSecond, at))
        }
      }
      await sleep(Math.max(0, started + (second + 1) * 1_000 - performance.now()))
      if ((second + 1) % 60 === 0) samples.push(await this.#sample((second + 1) / 60))
    }
    await Promise.all(calls)
    this.#isOver = true
    return samples
  }

  close(): void {
    this.#isOver = true
    for (const reader of this.#readers) reader.close()
    this.#client.close()
  }

  async #callAt(kind: keyof typeof perSecond, at: number): Promise<void> {
    await sleep(Math.max(0, at - performance.now()))
    const login = this.#logins[Math.floor(Math.random() * people)]!
    const bytes = this.#bytesOf(kind, login)
    if (bytes === undefined) return
    // Measured from the scheduled time: a generator that waits for responses would hide the waiting time.
    const answer = await this.#client.request(bytes)
    const isGood = answer?.body.includes('"result":"success"') === true
    if (!isGood) this.latencies.fail(kind)
    else {
      this.latencies.add(kind, performance.now() - at)
      this.#lastMinute.add(kind, performance.now() - at)
    }
    if (isGood && kind === 'send') {
      const id = Number(/"id":(\d+)/.exec(answer.body.toString())?.[1])
      this.#ids.first = Math.min(this.#ids.first, id)
      this.#ids.newest = Math.max(this.#ids.newest, id)
      this.#sent.push({ id, login })
      if (this.#sent.length > 200) this.#sent.shift()
    }
  }

  #bytesOf(kind: keyof typeof perSecond, login: Login): string | Buffer | undefined {
    const topic = `topic ${Math.floor(Math.random() * knownTopics)}`
    if (kind === 'send') {
      const isNew = this.#count++ % 2 === 0
      const content = 'A message of ordinary length, with a *few* words and nothing special about it.'
      const to = isNew ? `new ${this.#count}` : topic
      return requestBytes('POST', '/api/v1/messages', login, {
        type: 'channel',
        to: 'general',
        topic: to,
        content,
      })
    }
    if (kind === 'read') return this.#reads++ % 2 === 0 ? newestOf(topic, login) : this.#around(login)
    if (kind === 'upload') return uploadBytes(login)
    const message = this.#sent[Math.floor(Math.random() * this.#sent.length)]
    if (message === undefined) return undefined
    return requestBytes('PATCH', `/api/v1/messages/${message.id}`, message.login, {
      content: `Changed ${Math.random()}.`,
    })
  }

  /** Anywhere in the history, so that the cache of texts is full after some minutes. */
  #around(login: Login): string | undefined {
    const { first, newest } = this.#ids
    if (newest === 0) return undefined
    return requestBytes('GET', '/api/v1/messages', login, {
      narrow: JSON.stringify([['channel', 'general']]),
      anchor: String(first + Math.floor(Math.random() * (newest - first))),
      num_before: '25',
      num_after: '25',
    })
  }

  async #listen(login: Login, isStream: boolean): Promise<void> {
    const client = await RawClient.open(this.#server.port)
    this.#readers.push(client)
    const bytes = requestBytes('POST', '/api/v1/register', login, {
      event_types: '["message","update_message"]',
      fetch_event_types: '[]',
    })
    const { queue_id, last_event_id } = JSON.parse((await client.request(bytes)).toString()) as {
      queue_id: string
      last_event_id: number
    }
    const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=`
    if (isStream) void this.#stream(client, login, path, last_event_id)
    else void this.#poll(client, login, path, last_event_id)
  }

  /** Reads on in another connection when the server ends one. */
  async #stream(first: RawClient, login: Login, path: string, from: number): Promise<void> {
    let position = from
    for (let client = first; ; this.#streamEnds++) {
      await client.stream(streamBytes(login, `${path}${position}`), (text) => {
        this.#countEvents(text)
        for (const [, id] of text.matchAll(/^id: (\d+)$/gm)) position = Number(id)
      })
      if (this.#isOver) return
      client = await RawClient.open(this.#server.port)
      this.#readers.push(client)
    }
  }

  async #poll(client: RawClient, login: Login, path: string, from: number): Promise<void> {
    let position = from
    while (!this.#isOver) {
      const text = (await client.request(requestBytes('GET', `${path}${position}`, login, {}))).toString()
      if (!text.includes('"result":"success"')) return this.latencies.fail('poll')
      this.#countEvents(text)
      for (const [, id] of text.matchAll(/"id":(\d+)\}[,\]]/g)) position = Math.max(position, Number(id))
    }
  }

  #countEvents(text: string): void {
    this.delivered.events += text.split('"type":"message"').length - 1
  }

  async #sample(minute: number): Promise<Sample> {
    const [row] = await query<{ count: string }>(this.#place, 'select count(*) from event')
    const workers = await this.#server.workers()
    const sample = {
      minute,
      serverMb: Math.round((await sumOf([this.#server.pid, ...workers])) / 1_024),
      events: Number(row?.count),
      stolen: await this.#steal.percent(),
    }
    const postgresMb = Math.round((await sumOf(await postgresPids(this.#place.dataDir))) / 1_024)
    console.error(
      `minute ${minute}: server ${sample.serverMb} MB, PostgreSQL ${postgresMb} MB, ${sample.events} events in the log, ` +
        `${this.delivered.events} delivered, ${this.#streamEnds} streams ended early, ` +
        `${sample.stolen} % of CPU time stolen by the host; ` +
        `${this.#lastMinute.describe()}; failed ${this.latencies.failures()}`,
    )
    this.#lastMinute = new Latencies()
    return sample
  }
}

const newestOf = (topic: string, login: Login) =>
  requestBytes('GET', '/api/v1/messages', login, {
    narrow: JSON.stringify([
      ['channel', 'general'],
      ['topic', topic],
    ]),
    anchor: 'newest',
    num_before: '50',
    num_after: '0',
  })

async function sumOf(pids: readonly number[]): Promise<number> {
  return (await Promise.all(pids.map(pss))).reduce((sum, size) => sum + size, 0)
}

function uploadBytes(login: Login): Buffer {
  const boundary = 'soaksoaksoak'
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="soak.txt"\r\ncontent-type: text/plain\r\n\r\n`,
    ),
    upload,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return Buffer.concat([
    Buffer.from(
      `${headOf('POST', '/api/v1/user_uploads', login)}content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
    ),
    body,
  ])
}

const streamBytes = (login: Login, path: string) =>
  `${headOf('GET', path, login)}accept: text/event-stream\r\n\r\n`

const headOf = (method: string, path: string, { email, apiKey }: Login) =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: website/1\r\n` +
  `authorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}\r\n`

function describe({ latencies, delivered }: Soak, samples: readonly Sample[]): Line[] {
  const at = (minute: number) => samples.find((sample) => sample.minute === minute)
  const last = samples.at(-1)
  return [
    {
      what: `${minutes} minutes: ${people} people, ${perSecond.send} sends a second (half of them to new topics), ${people - streams} polls, ${streams} streams, edits, uploads and reads`,
      measured: `${latencies.describe()}; failed ${latencies.failures()}; ${delivered.events.toLocaleString('en')} deliveries`,
      aim: '99% of sends, edits and reads under 150 ms, none failed',
    },
    {
      what: 'CPU time that the host withheld meanwhile, by minute',
      measured: samples.map(({ stolen }) => `${stolen} %`).join(', '),
      aim: 'none, or latencies tell of the host',
    },
    {
      what: 'memory of the server at minute 2 and at the end',
      measured: `${at(2)?.serverMb ?? '?'} MB, ${last?.serverMb} MB`,
      aim: 'growth under 10 %',
    },
    {
      what: `events in the log by minute; ${oldEvents.toLocaleString('en')} were old at the start`,
      measured: samples.map(({ events }) => events.toLocaleString('en')).join(', '),
      aim: 'the old ones are gone in the first minutes',
    },
  ]
}
