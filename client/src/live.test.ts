import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWorld, eventually, type Person, sendToGeneral, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApi } from './api.ts'
import { ApiError } from './error.ts'
import { LiveSession } from './live.ts'

async function follow(person: Person, api = person.api) {
  const seen: string[] = []
  const states: unknown[] = []
  const troubles: unknown[] = []
  const session = await LiveSession.connect(api, {
    register: { apply_markdown: false },
    onEvent: (event) => {
      if (event.type === 'message') seen.push(event.message.content)
    },
    onState: (state) => states.push(state),
    onTrouble: (error) => troubles.push(error),
  })
  onTestFinished(() => session.close())
  return { session, seen, states, troubles }
}

describe('A live session', () => {
  it('starts with the state and keeps it current', async () => {
    const { alice, carol } = await createWorld()
    const { session, seen } = await follow(carol)
    expect(session.state.unread_msgs?.count).toBe(0)
    await sendToGeneral(alice, 'one')
    await alice.api.subscribe({ subscriptions: [{ name: 'fresh' }] })
    await eventually(() => {
      expect(seen).toEqual(['one'])
      expect(session.state.unread_msgs?.count).toBe(1)
      expect(session.state.never_subscribed?.map((channel) => channel.name)).toEqual(['fresh'])
    })
  })

  it('continues through another process without losing events when its own stops', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const first = await world.secondNode()
    let target = first.url
    const api = createApi({
      url: 'http://anywhere',
      credentials: carol,
      fetch: (url, init) => fetch(String(url).replace('http://anywhere', target), init),
    })
    const { seen, states, troubles } = await follow(carol, api)
    await sendToGeneral(alice, 'before')
    await eventually(() => expect(seen).toEqual(['before']))
    await first.stop()
    await sendToGeneral(alice, 'meanwhile')
    target = world.url
    await sendToGeneral(alice, 'after')
    await eventually(() => expect(seen).toEqual(['before', 'meanwhile', 'after']))
    expect(states).toHaveLength(1)
    expect(troubles.every((trouble) => !(trouble instanceof ApiError))).toBe(true)
  })

  it('registers again when its queue is gone', async () => {
    const { alice, carol, app } = await createWorld()
    const { session, seen, states } = await follow(carol)
    const { queueId } = session.cursor
    await sql`delete from event_queue`.execute(app.database.db)
    for (const realm of app.realms.all()) realm.queues.forget(queueId)
    await eventually(() => expect(states).toHaveLength(2))
    expect(session.cursor.queueId).not.toBe(queueId)
    await sendToGeneral(alice, 'on the new queue')
    await eventually(() => expect(seen).toEqual(['on the new queue']))
  })

  it('backs off while the server fails, for as long as the server asks', async () => {
    const answers: { status: number; body: object }[] = [
      { status: 200, body: { result: 'success', msg: '', queue_id: 'q', last_event_id: 0 } },
      { status: 500, body: { result: 'error', msg: 'broken', code: 'INTERNAL_ERROR' } },
      { status: 502, body: {} },
      { status: 429, body: { result: 'error', msg: 'slow down', code: 'RATE_LIMIT_HIT', 'retry-after': 7 } },
    ]
    let calls = 0
    const server = createServer((request, response) => {
      const answer = request.method === 'DELETE' ? { status: 200, body: {} } : answers[calls++]
      if (answer === undefined) return
      response.statusCode = answer.status
      response.end(JSON.stringify(answer.body))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await eventually(() => expect(server.address()).not.toBeNull())
    const { port } = server.address() as AddressInfo
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const waits: number[] = []
    const session = await LiveSession.connect(createApi({ url: `http://127.0.0.1:${port}` }), {
      onTrouble: (_error, wait) => waits.push(wait),
    })
    const turn = async (count: number) => {
      for (let n = 0; waits.length < count && n < 500; n++) {
        await new Promise((resolve) => setImmediate(resolve))
        await vi.advanceTimersByTimeAsync(100)
      }
    }
    await turn(3)
    const [first = 0, second = 0, asked = 0] = waits
    expect(first).toBeGreaterThanOrEqual(700)
    expect(first).toBeLessThanOrEqual(1_300)
    expect(second).toBeGreaterThanOrEqual(1_400)
    expect(second).toBeLessThanOrEqual(2_600)
    expect(asked).toBeGreaterThanOrEqual(7_000)
    expect(asked).toBeLessThanOrEqual(9_100)
    vi.useRealTimers()
    await session.close()
  })

  it('does not start if the server refuses', async () => {
    const { url } = await createWorld()
    const attempt = LiveSession.connect(
      createApi({ url, credentials: { email: 'x@example.com', apiKey: 'wrong' } }),
    )
    await expect(attempt).rejects.toMatchObject(withReason('credentials-invalid'))
  })

  it('closes its queue when it is closed', async () => {
    const { carol, app } = await createWorld()
    const session = await LiveSession.connect(carol.api)
    await session.close()
    const rows = await app.database.db.selectFrom('event_queue').select('id').execute()
    expect(rows).toEqual([])
  })
})
