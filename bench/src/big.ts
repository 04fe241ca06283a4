import { createApi } from '@loquat/client'
import { type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { measurePresence } from './big-presence.ts'
import { databaseCpuTime, serverCpuTime } from './cpu-time.ts'
import { buildOrganization, loginOf, type OrganizationSize } from './large-data.ts'
import { ownerOf, query } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { type Login, RawClient, requestBytes } from './raw-client.ts'
import type { Line } from './report.ts'
import { registerParams, secondStart, shownTransfer, startRounds, transferOf } from './second-start.ts'

/** The smallest shows what does not depend on the size. */
const sizes: (OrganizationSize & { aim: string })[] = [
  { people: 1_000, channels: 100, aim: '' },
  { people: 20_000, channels: 2_000, aim: 'at most 50 kB, 300 ms' },
  { people: 200_000, channels: 200, aim: '' },
]
const requestsPerKind = 400
const waitingClients = 400
/** Repetitions of calls that return everybody. */
const wholeRounds = 5

/** Everyday requests in organizations of increasing size. */
export async function benchBig(): Promise<Line[]> {
  const lines: Line[] = []
  const wanted = Number(process.env.LOQUAT_BENCH_PEOPLE ?? 0)
  for (const size of sizes.filter(({ people }) => wanted === 0 || people === wanted)) {
    const place = await temporaryPlace()
    try {
      await (await startServerProcess(place.dataDir)).stop()
      console.error(`  ${size.people} people, ${size.channels} channels …`)
      await buildOrganization(place, size)
      await query(place, `update account set can_create_users = true where role = 100`)
      // Another start encrypts the keys.
      await (await startServerProcess(place.dataDir)).stop()
      await query(place, 'vacuum analyze account')
      lines.push(...(await measure(place, size.people, size.aim)))
    } finally {
      await place.remove()
    }
  }
  return lines
}

async function measure(place: Place, people: number, aim: string): Promise<Line[]> {
  const server = await startServerProcess(place.dataDir)
  try {
    const owner = await ownerOf(server)
    const lines = [
      ...(await measureStarts(place, server, owner)),
      ...(await measureRequests(place, server, owner)),
    ]
    return lines.map((line) => ({
      ...line,
      what: `${people.toLocaleString('en')} people: ${line.what}`,
      aim: line.what.startsWith('second start') ? aim : '',
    }))
  } finally {
    await server.stop()
  }
}

async function measureStarts(
  place: Place,
  server: ServerProcess,
  owner: Login,
): Promise<Pick<Line, 'what' | 'measured'>[]> {
  const { port, url } = server
  const api = createApi({ url, credentials: owner })
  const cpu = async () => [await serverCpuTime(server), await databaseCpuTime(place.dataDir)] as const
  const first = await transferOf(port, loginOf(2), 'POST /api/v1/register', registerParams, wholeRounds)
  let before = await cpu()
  const renamed = await secondStart(port, loginOf(3), async () => {
    await api.updateSettings({ full_name: 'Owner of a big organization' })
    before = await cpu()
  })
  const after = await cpu()
  const ms = (n: 0 | 1) => ((after[n] - before[n]) / startRounds).toFixed(2)
  let created = 0
  const joined = await secondStart(port, loginOf(4), () =>
    api.createUser({ email: `new${++created}@example.com`, full_name: 'New', password: 'correct horse 5' }),
  )
  const users = await transferOf(port, loginOf(5), 'GET /api/v1/users', {}, wholeRounds)
  return [
    { what: 'first start', measured: shownTransfer(first) },
    { what: 'second start after a user was renamed', measured: shownTransfer(renamed) },
    { what: 'CPU time: second start', measured: `${ms(0)} ms and ${ms(1)} ms of PostgreSQL` },
    { what: 'second start after a user was created', measured: shownTransfer(joined) },
    { what: 'list of users', measured: shownTransfer(users) },
  ]
}

const ordinary = 'A message of ordinary length, with a *few* words and nothing special about it.'
const message = (to: string, start = '') => ({ type: 'channel', to, topic: 'big', content: start + ordinary })

async function measureRequests(
  place: Place,
  server: ServerProcess,
  owner: Login,
): Promise<Pick<Line, 'what' | 'measured'>[]> {
  const [small, whole] = await Promise.all([channelId(place, 2), channelId(place, 1)])
  const typing = (id: number) => ({ type: 'stream', op: 'start', stream_id: String(id), topic: 'big' })
  const fetch = { anchor: 'newest', num_before: '100', num_after: '0', narrow: narrowTo('channel 1') }
  const kinds: [what: string, (n: number) => string][] = [
    ['send to ten', () => requestBytes('POST', '/api/v1/messages', loginOf(2), message('channel 2'))],
    ['send to everyone', () => requestBytes('POST', '/api/v1/messages', loginOf(2), message('channel 1'))],
    ['typing among ten', () => requestBytes('POST', '/api/v1/typing', loginOf(2), typing(small))],
    ['typing among everyone', () => requestBytes('POST', '/api/v1/typing', loginOf(2), typing(whole))],
    ['fetch 100 messages', (n) => requestBytes('GET', '/api/v1/messages', loginOf(2 + (n % 400)), fetch)],
  ]
  const lines: Pick<Line, 'what' | 'measured'>[] = []
  const client = await RawClient.open(server.port)
  const add = async (what: string, bytes: (n: number) => string, count?: number) => {
    const measured = await cpuPerRequest(place, server, client, bytes, count)
    lines.push({ what: `CPU time: ${what}`, measured })
    console.error(`    ${what}: ${measured}`)
  }
  for (const [what, bytes] of kinds) await add(what, bytes)
  const [what, bytes] = kinds[0]!
  const stop = await waitForMessages(server, waitingClients)
  await add(`${what}, while ${waitingClients} others wait for events`, bytes)
  stop()
  lines.push(...(await measurePresence(place, server)))
  const mention = requestBytes('POST', '/api/v1/messages', owner, message('channel 1', '@**all** '))
  const events = await logEnd(place)
  await succeed(client, mention)
  lines.push({ what: 'events of a mention of everyone', measured: String((await logEnd(place)) - events) })
  await add('mention everyone, some of the work for notifications included', () => mention, 20)
  client.close()
  return lines
}

const narrowTo = (channel: string) => JSON.stringify([{ operator: 'channel', operand: channel }])

async function cpuPerRequest(
  place: Place,
  server: ServerProcess,
  client: RawClient,
  bytes: (n: number) => string,
  count = requestsPerKind,
): Promise<string> {
  const warmUp = Math.ceil(count / 20)
  for (let n = 0; n < warmUp; n++) await succeed(client, bytes(n))
  const read = async () => [await serverCpuTime(server), await databaseCpuTime(place.dataDir)] as const
  const before = await read()
  for (let n = 0; n < count; n++) await succeed(client, bytes(warmUp + n))
  const after = await read()
  const ms = (n: 0 | 1) => ((after[n] - before[n]) / count).toFixed(2)
  return `${ms(0)} ms and ${ms(1)} ms of PostgreSQL`
}

async function succeed(client: RawClient, bytes: string): Promise<void> {
  const reply = (await client.request(bytes)).toString()
  if (!reply.includes('"result":"success"')) throw new Error(`A request failed: ${reply.slice(0, 200)}`)
}

/** Users who are not in the channel of ten, each with a stream of messages. */
async function waitForMessages({ port }: ServerProcess, count: number): Promise<() => void> {
  const clients: RawClient[] = []
  for (let n = 0; n < count; n++) {
    const login = loginOf(500 + n)
    const client = await RawClient.open(port)
    const options = { event_types: '["message"]', fetch_event_types: '[]' }
    const reply = JSON.parse(
      (await client.request(requestBytes('POST', '/api/v1/register', login, options))).toString(),
    )
    const place = { queue_id: reply.queue_id, last_event_id: String(reply.last_event_id) }
    const bytes = requestBytes('GET', '/api/v1/events', login, place)
    void client.stream(bytes.replace('\r\n\r\n', '\r\naccept: text/event-stream\r\n\r\n'), () => {})
    clients.push(client)
  }
  return () => {
    for (const client of clients) client.close()
  }
}

async function channelId(place: Place, n: number): Promise<number> {
  const [row] = await query<{ id: string }>(place, 'select id from bulk_channel where n = $1', [n])
  return Number(row?.id)
}

async function logEnd(place: Place): Promise<number> {
  const [row] = await query<{ seq: string }>(
    place,
    `select last_seq as seq from realm_log join realm on realm.id = realm_id where subdomain = ''`,
  )
  return Number(row?.seq)
}
