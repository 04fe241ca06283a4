import {
  basicAuth,
  createWorld,
  eventually,
  metricOf,
  openQueue,
  type Person,
  sendToGeneral,
  waitForParkedPolls,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { type Answer, RawConnection } from './testing/wire.ts'

const get = (path: string, person: Person, headers: string[] = [], version = '1.1') =>
  [
    `GET ${path} HTTP/${version}`,
    'Host: localhost',
    `Authorization: ${basicAuth(person.email, person.apiKey)}`,
    ...headers,
    '\r\n',
  ].join('\r\n')

async function pollPathOf(person: Person) {
  const { queue_id, last_event_id } = await openQueue(person)
  return `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`
}

describe.each([
  ['of the poll server', true],
  ['of node:http', false],
])('A polling connection %s', (_name, pollServer) => {
  const config = { pollServer }

  it('serves polls and other requests in turn, however the bytes are split', async () => {
    const world = await createWorld({ config })
    const { bob } = world
    const path = await pollPathOf(bob)
    const wire = await RawConnection.open(world)
    const poll = get(path, bob)
    const nothing = get(`${path}&dont_block=true`, bob)
    const form = 'topic=x&type=stream&to=general&content=with+a+body'
    const post = get('/api/v1/messages', bob, [
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${form.length}`,
    ]).replace('GET', 'POST')

    for (let n = 0; n < 3; n++) {
      expect((await wire.send(nothing).answer()).body).toContain('"events":[]')
      expect((await wire.send(get('/api/v1/users/me', bob)).answer()).body).toContain('"user_id"')
      expect((await wire.send(nothing).answer()).status).toBe(200)
      expect((await wire.send(nothing).answer()).status).toBe(200)
      expect((await wire.send(get('/nowhere', bob)).answer()).status).toBe(404)
    }
    expect((await wire.send(post + form).answer()).status).toBe(200)
    expect((await wire.send(poll).answer()).body).toContain('with a body')

    for (const byte of nothing) await wire.deliver(byte)
    expect((await wire.answer()).status).toBe(200)
    await wire.deliver(post.slice(0, 30))
    expect((await wire.send(post.slice(30) + form).answer()).status).toBe(200)
    expect((await wire.send(nothing).answer()).body.match(/"content":"with a body"/g)).toHaveLength(2)
  })

  it('answers pipelined requests and polls in order', async () => {
    const world = await createWorld({ config })
    const { bob, carol } = world
    const [path, other] = [await pollPathOf(bob), await pollPathOf(carol)]
    const wire = await RawConnection.open(world)
    const me = get('/api/v1/users/me', bob)
    wire.send(get(path, bob) + me + get(other, carol) + me.slice(0, 20))
    // `node:http` handles pipelined requests concurrently.
    await waitForParkedPolls(world, pollServer ? 1 : 2)
    wire.send(me.slice(20))
    expect(wire.isSilent).toBe(true)
    await sendToGeneral(world.alice, 'one')
    expect((await wire.answer()).body).toContain('"content":"one"')
    expect((await wire.answer()).body).toContain(bob.email)
    expect((await wire.answer()).body).toContain('"content":"one"')
    expect((await wire.answer()).body).toContain(bob.email)

    // One that takes longer than the poll behind it would.
    wire.send(get('/api/v1/messages?anchor=newest&num_before=5&num_after=0', bob) + get(path, bob))
    expect((await wire.answer()).body).toContain('"messages":[')
    expect((await wire.answer()).body).toContain('"events":[{')

    const large = 'x'.repeat(100_000)
    const headers = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${large.length}`]
    wire.send(
      get(await pollPathOf(bob), bob) + get('/api/v1/register', bob, headers).replace('GET', 'POST') + large,
    )
    await waitForParkedPolls(world, 1)
    await sendToGeneral(world.alice, 'two')
    expect((await wire.answer()).body).toContain('two')
    expect(await wire.answer()).toMatchObject({ status: 200, body: expect.stringContaining('queue_id') })
  })

  it('ends its polls as soon as the client closes the connection, half or completely', async () => {
    const world = await createWorld({ config })
    for (const how of ['destroy', 'end'] as const) {
      const path = await pollPathOf(world.bob)
      for (const before of ['', get(`${path}&dont_block=true`, world.bob)]) {
        const wire = await RawConnection.open(world)
        if (before !== '') await wire.send(before).answer()
        wire.send(get(path, world.bob))
        await waitForParkedPolls(world, 1)
        wire.leave(how)
        await waitForParkedPolls(world, 0)
        if (how === 'end') expect(wire.isSilent).toBe(true)
      }
    }
    const wire = await RawConnection.open(world)
    wire.send(
      get(await pollPathOf(world.bob), world.bob) + get(await pollPathOf(world.carol), world.carol).repeat(2),
    )
    await waitForParkedPolls(world, pollServer ? 1 : 2)
    wire.leave('destroy')
    await waitForParkedPolls(world, 0)
    await eventually(async () => expect(await metricOf(world, 'loquat_requests_under_way')).toBe(0))
  })

  it('gets the same response to an unusual poll, whose body is not parsed as a request', async () => {
    const world = await createWorld({ config: { ...config, rateLimits: true } })
    const { bob } = world
    const path = await pollPathOf(bob)
    const me = get('/api/v1/users/me', bob)
    const unusual: [string[], string][] = [
      [['Content-Length: 0'], ''],
      [[`Content-Length: ${me.length}`], me],
      [['Transfer-Encoding: chunked'], `${me.length.toString(16)}\r\n${me}\r\n0\r\n\r\n`],
      [['Upgrade: websocket', 'Connection: Upgrade'], ''],
      [['Expect: 100-continue', 'Content-Length: 2'], 'xx'],
      [['Connection: close'], ''],
    ]
    const cases = [
      `${path}&dont_block=true&mystery=1`,
      path.replace(/queue_id=.*/, 'queue_id=x'),
      '/json/events?x',
    ]
    const shape = ({ status, headers, body }: Answer) => {
      const changing = [
        'date',
        'x-request-id',
        'connection',
        'keep-alive',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
      ]
      return { status, body, headers: [...headers].filter(([name]) => !changing.includes(name)).toSorted() }
    }
    for (const target of cases) {
      const plain = await (await RawConnection.open(world)).send(get(target, bob)).answer()
      expect(plain.headers.get('connection')).toBe('keep-alive')
      expect(plain.headers.get('keep-alive')).toBe('timeout=72')
      expect(Date.parse(plain.headers.get('date') ?? '')).toBeGreaterThan(Date.now() - 10_000)
      for (const [headers, body] of unusual) {
        const wire = await RawConnection.open(world)
        wire.send(get(`${path}&dont_block=true`, bob))
        expect((await wire.answer()).status).toBe(200)
        wire.send(get(target, bob, headers) + body)
        if (headers[0]?.startsWith('Expect')) expect((await wire.answer()).status).toBe(100)
        expect(shape(await wire.answer()), String(headers)).toEqual(shape(plain))
        if (headers[0] === 'Connection: close') await wire.closed
        else if (!headers[0]?.startsWith('Upgrade')) {
          expect((await wire.send(get('/api/v1/users/nobody', bob)).answer()).status).not.toBe(200)
        }
      }
    }
    const old = await (await RawConnection.open(world))
      .send(get(`${path}&dont_block=true`, bob, [], '1.0'))
      .answer()
    expect(old).toMatchObject({ status: 200, body: expect.stringContaining('"events":[]') })
    const homeless = get(`${path}&dont_block=true`, bob).replace('Host: localhost\r\n', '')
    expect((await (await RawConnection.open(world)).send(homeless).answer()).status).toBe(400)
  })

  it('is used again after a stream on it has ended', async () => {
    const world = await createWorld({ config })
    const { bob } = world
    const path = await pollPathOf(bob)
    const wire = await RawConnection.open(world)
    wire.send(get(path, bob, ['Accept: text/event-stream']))
    expect((await wire.answer()).headers.get('transfer-encoding')).toBe('chunked')
    await waitForParkedPolls(world, 1)
    await sendToGeneral(world.alice, 'schön ☀')
    const received = await wire.upTo('\n\n\r\n')
    const [size = '', message = ''] = received.split('\r\n')
    expect(Number.parseInt(size, 16)).toBe(message.length)
    expect(Buffer.from(message, 'latin1').toString()).toContain('schön ☀')
    await bob.api.deleteQueue({ queue_id: new URLSearchParams(path.split('?')[1]).get('queue_id') ?? '' })
    await wire.upTo('0\r\n\r\n')
    expect((await wire.send(get('/api/v1/users/me', bob)).answer()).status).toBe(200)
  })

  it('is closed when the server stops: at once, or with the response to its poll', async () => {
    const world = await createWorld({ config })
    const { bob } = world
    const node = await world.secondNode()
    const path = await pollPathOf(bob)
    const [resting, waiting] = [await RawConnection.open(node), await RawConnection.open(node)]
    expect((await resting.send(get(`${path}&dont_block=true`, bob)).answer()).status).toBe(200)
    waiting.send(get(path, bob))
    await waitForParkedPolls(node, 1)
    await Promise.all([node.stop(), resting.closed])
    expect(resting.isSilent).toBe(true)
    const { status, headers, body } = await waiting.answer()
    expect(status).toBe(200)
    expect(headers.get('connection')).toBe('close')
    expect(body).toContain('"events":[]')
    await waiting.closed
  })

  it('does not count as an active request while its poll is parked, even for an unusual poll', async () => {
    const world = await createWorld({ config, limits: { requestsUnderWay: 2 } })
    const { alice, bob, carol } = world
    for (const [person, headers] of [
      [alice, []],
      [bob, ['Connection: close']],
      [carol, ['Connection: close', 'Accept: text/event-stream']],
    ] as const) {
      const wire = await RawConnection.open(world)
      wire.send(get(await pollPathOf(person), person, [...headers]))
    }
    await waitForParkedPolls(world, 3)
    await eventually(async () => expect(await metricOf(world, 'loquat_requests_under_way')).toBe(0))
    expect((await world.raw('/api/v1/users/me', { as: bob })).status).toBe(200)
  })
})

// `node:http` refuses nonsense at once and drops the request before it.
describe('A connection of the poll server', () => {
  it('answers a poll before it rejects invalid bytes after it, and closes', async () => {
    const world = await createWorld()
    for (const nonsense of ['NONSENSE\r\n\r\n', '\0\0\0\0', 'GET / HTTP/7.7\r\n\r\n']) {
      const wire = await RawConnection.open(world)
      wire.send(get(await pollPathOf(world.bob), world.bob))
      await waitForParkedPolls(world, 1)
      await wire.deliver(nonsense)
      expect(wire.isSilent).toBe(true)
      await sendToGeneral(world.alice, 'first')
      expect((await wire.answer()).body).toContain('first')
      expect(await wire.answer()).toMatchObject({ status: 400, body: expect.stringContaining('BAD_REQUEST') })
      await wire.closed
    }
  })
})
