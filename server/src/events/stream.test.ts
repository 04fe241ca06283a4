import {
  Browser,
  basicAuth,
  bodyWithReason,
  createWorld,
  openQueue,
  type Person,
  sendToGeneral,
  type World,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

interface Received {
  id: string
  data: { type: string; id: number; message?: { content: string } }
}

/** Reads a stream of events as a browser does. */
async function listen(
  { url }: World,
  person: Person,
  queueId: string,
  last: number,
  headers: Record<string, string> = {},
) {
  const stop = new AbortController()
  const query = new URLSearchParams({ queue_id: queueId, last_event_id: String(last) })
  const response = await fetch(`${url}/api/v1/events?${query}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: basicAuth(person.email, person.apiKey),
      ...headers,
    },
    signal: stop.signal,
  })
  let reader: ReadableStreamDefaultReader<string> | undefined
  let buffered = ''
  const next = async (): Promise<Received | undefined> => {
    reader ??= response.body?.pipeThrough(new TextDecoderStream()).getReader()
    while (!buffered.includes('\n\n')) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) return undefined
      buffered += value
    }
    const [text = '', ...rest] = buffered.split('\n\n')
    buffered = rest.join('\n\n')
    const lines = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
    return { id: lines.id, data: JSON.parse(lines.data) }
  }
  return { response, next, stop: () => stop.abort() }
}

async function queueOfCarol({ carol }: World) {
  const { queue_id, last_event_id } = await openQueue(carol, { apply_markdown: false })
  return { id: queue_id, last: last_event_id }
}

describe('GET /events as a stream', () => {
  it('starts with missed events and continues with new ones, each with its position', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const queue = await queueOfCarol(world)
    await sendToGeneral(alice, 'before')
    const stream = await listen(world, carol, queue.id, queue.last)
    expect(stream.response.status).toBe(200)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const first = await stream.next()
    expect(first?.data.message?.content).toBe('before')
    for (const content of ['one', 'two\nlines', 'drei \u00fc']) {
      await sendToGeneral(alice, content)
      const event = await stream.next()
      expect(event?.data.message?.content).toBe(content)
      expect(event?.id).toBe(String(event?.data.id))
    }
    stream.stop()
  })

  it('continues at the position in the header that browsers send', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const queue = await queueOfCarol(world)
    await sendToGeneral(alice, 'one')
    const stream = await listen(world, carol, queue.id, queue.last)
    const one = await stream.next()
    stream.stop()
    await sendToGeneral(alice, 'two')
    const again = await listen(world, carol, queue.id, queue.last, { 'last-event-id': one?.id ?? '' })
    expect((await again.next())?.data.message?.content).toBe('two')
    again.stop()
    const elsewhere = await world.secondNode()
    const other = await listen({ ...world, url: elsewhere.url }, carol, queue.id, Number(one?.id))
    expect((await other.next())?.data.message?.content).toBe('two')
    other.stop()
  })

  it('delivers thousands of missed events and all new ones meanwhile', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const queue = await queueOfCarol(world)
    const contents = Array.from({ length: 2_300 }, (_, n) => `message ${n}`)
    for (let at = 0; at < contents.length; at += 100) {
      await Promise.all(contents.slice(at, at + 100).map((content) => sendToGeneral(alice, content)))
    }
    const stream = await listen(world, carol, queue.id, queue.last)
    const later = Promise.all(Array.from({ length: 50 }, (_, n) => sendToGeneral(alice, `later ${n}`)))
    const seen: Received[] = []
    while (seen.length < 2_350) seen.push((await stream.next())!)
    await later
    const ids = seen.map(({ data }) => data.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(new Set(seen.map(({ data }) => data.message?.content)).size).toBe(2_350)
    stream.stop()
  })

  it('keeps the connection and the queue alive with heartbeats', async () => {
    const world = await createWorld()
    const { carol, clock } = world
    const queue = await queueOfCarol(world)
    const stream = await listen(world, carol, queue.id, queue.last)
    clock.advance(60)
    expect((await stream.next())?.data.type).toBe('heartbeat')
    clock.advance(60)
    expect((await stream.next())?.data.type).toBe('heartbeat')
    stream.stop()
  })

  it('ends when another reader takes over the queue, when it is deleted, and when the server stops', async () => {
    const world = await createWorld()
    const { carol } = world
    const queue = await queueOfCarol(world)
    const first = await listen(world, carol, queue.id, queue.last)
    const second = await listen(world, carol, queue.id, queue.last)
    expect(await first.next()).toBeUndefined()
    await carol.api.getEvents({ queue_id: queue.id, last_event_id: queue.last, dont_block: true })
    expect(await second.next()).toBeUndefined()
    const third = await listen(world, carol, queue.id, queue.last)
    await carol.api.deleteQueue({ queue_id: queue.id })
    expect(await third.next()).toBeUndefined()
    const node = await world.secondNode()
    const other = await queueOfCarol(world)
    const last = await listen({ ...world, url: node.url }, carol, other.id, other.last)
    await node.stop()
    expect(await last.next()).toBeUndefined()
  })

  it('is refused like a poll', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const queue = await queueOfCarol(world)
    for (const [person, id, last] of [
      [carol, 'unknown', 0],
      [dave, queue.id, queue.last],
      [carol, queue.id, 999_999],
    ] as const) {
      const { response } = await listen(world, person, id, last)
      expect(await response.json()).toMatchObject(bodyWithReason('event-queue-not-found'))
    }
    const wrong = { ...carol, apiKey: 'x'.repeat(32) }
    const { response } = await listen(world, wrong, queue.id, queue.last)
    expect(await response.json()).toMatchObject(bodyWithReason('credentials-invalid'))
  })

  it('ends before further events when its API key is replaced', async () => {
    const world = await createWorld()
    const queue = await queueOfCarol(world)
    const stream = await listen(world, world.carol, queue.id, queue.last)
    await sendToGeneral(world.alice, 'heard')
    expect((await stream.next())?.data.message?.content).toBe('heard')
    await world.carol.api.regenerateApiKey()
    await sendToGeneral(world.alice, 'not heard')
    expect(await stream.next()).toBeUndefined()
    const again = await listen(world, world.person(world.carol.id), queue.id, queue.last)
    expect((await again.next())?.data.message?.content).toBe('heard')
    expect((await again.next())?.data.message?.content).toBe('not heard')
    again.stop()
  })

  it('ends when its session ends', async () => {
    const world = await createWorld()
    const browser = new Browser(world)
    await browser.logIn(world.carol)
    const { body } = await browser.send('POST /json/register', { event_types: '["message"]' })
    const key = browser.cookies.get('loquat_session')
    const response = await fetch(
      `${world.url}/json/events?queue_id=${body.queue_id}&last_event_id=${body.last_event_id}`,
      { headers: { accept: 'text/event-stream', cookie: `loquat_session=${key}` } },
    )
    expect(response.status).toBe(200)
    const rest = response.text()
    await sendToGeneral(world.alice, 'heard')
    await world.carol.api.endOtherSessions()
    await sendToGeneral(world.alice, 'not heard')
    expect(await rest).toMatch(/^id: \d+\ndata: .*"heard".*\n\n$/)
  })
})
