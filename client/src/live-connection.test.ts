import { Browser, createWorld, eventually, type Person, sendToGeneral, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createApi } from './api.ts'
import { LiveSession } from './live.ts'
import { type Request, requestKindOf, startRecordedSession } from './live-fixtures.ts'

/** A user's API that records its requests, and can redirect or answer them. */
function noted(
  world: { url: string },
  person: Person,
  answer: (kind: Request) => Response | undefined = () => undefined,
) {
  const requests: Request[] = []
  const target = { url: world.url }
  const api = createApi({
    url: 'http://anywhere',
    credentials: person,
    fetch: async (url, init) => {
      const kind = requestKindOf(String(url), init)
      requests.push(kind)
      return answer(kind) ?? (await fetch(String(url).replace('http://anywhere', target.url), init))
    },
  })
  return { api, requests, target }
}

describe('A live session and its server', () => {
  it('uses one stream, through a restart of the server, without losing or repeating events', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const first = await world.secondNode()
    const { api, requests, target } = noted({ url: first.url }, carol)
    const { seen, received, session, connections, waits, batches } = await startRecordedSession(api)
    await sendToGeneral(alice, 'one')
    await sendToGeneral(alice, 'two')
    await eventually(() => expect(seen).toEqual(['one', 'two']))
    expect(requests).toEqual(['register', 'stream'])
    expect(connections).toEqual(['live'])

    await first.stop()
    await sendToGeneral(alice, 'three')
    await sendToGeneral(alice, 'four')
    target.url = world.url
    await eventually(() => expect(connections).toContain('reconnecting'))
    expect(waits[0]).toBeGreaterThan(600)
    const before = batches.length
    session.retryNow()
    await eventually(() => expect(session.connection).toBe('live'))
    expect(seen).toEqual(['one', 'two', 'three', 'four'])
    expect(connections).toEqual(['live', 'reconnecting', 'catching-up', 'live'])
    expect(batches.slice(before), 'what came together is handed on together').toEqual([
      [expect.any(Number), expect.any(Number)],
    ])
    expect(requests.filter((kind) => kind !== 'look')).toEqual(['register', 'stream', 'stream'])
    await sendToGeneral(alice, 'five')
    await eventually(() => expect(seen.at(-1)).toBe('five'))
    expect(received.states).toBe(1)
    const ids = batches.flat()
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  })

  it('polls only if streams are refused or not supported', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const refusals = {
      'refused (406)': () => Response.json({ result: 'error', msg: 'No', code: 'X' }, { status: 406 }),
      'a page of a proxy': () => new Response('<html>', { status: 404 }),
      'an answer of another kind': () => Response.json({ result: 'success', msg: '', events: [] }),
    }
    // A logged-in browser can stream, too.
    const browser = new Browser(world)
    await browser.logIn(carol)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const inBrowser: string[] = []
    const web = await startRecordedSession(
      createApi({
        url: world.url,
        session: { csrfToken: () => browser.cookies.get('loquat_csrf') },
        fetch: (url, init) => {
          inBrowser.push(requestKindOf(String(url), init))
          return fetch(url, { ...init, headers: { ...(init?.headers as object), cookie } })
        },
      }),
    )
    const sessions: ({ requests: Request[] } & Awaited<ReturnType<typeof startRecordedSession>>)[] = []
    for (const refusal of Object.values(refusals)) {
      const { api, requests } = noted(world, carol, (kind) => (kind === 'stream' ? refusal() : undefined))
      sessions.push({ requests, ...(await startRecordedSession(api)) })
    }
    await sendToGeneral(alice, 'one')
    await eventually(() => {
      for (const { seen } of sessions) expect(seen).toEqual(['one'])
    })
    await sendToGeneral(alice, 'two')
    await eventually(() => {
      for (const { seen } of [web, ...sessions]) expect(seen).toEqual(['one', 'two'])
    })
    for (const { requests, troubles, connections } of sessions) {
      expect(requests.slice(0, 4)).toEqual(['register', 'stream', 'poll', 'poll'])
      expect({ troubles, connections }).toEqual({ troubles: [], connections: ['live'] })
    }
    expect(web.seen).toEqual(['one', 'two'])
    expect(inBrowser).toEqual(['register', 'stream'])
  })

  it('resumes an open queue, and registers again if it is gone', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const first = await startRecordedSession(carol.api)
    await sendToGeneral(alice, 'one')
    await eventually(() => expect(first.seen).toEqual(['one']))
    const resume = { ...first.session.cursor, state: first.session.state }
    await first.session.close({ keepQueue: true })
    await sendToGeneral(alice, 'two')

    const { api, requests } = noted(world, carol)
    const second = await startRecordedSession(api, { resume })
    expect(second.seen).toEqual(['two'])
    expect(second.session.state.unread_msgs?.count).toBe(2)
    expect(second.session.cursor.queueId).toBe(resume.queueId)
    expect(second.connections).toEqual(['catching-up', 'live'])
    await sendToGeneral(alice, 'three')
    await eventually(() => expect(second.seen).toEqual(['two', 'three']))
    expect(requests).toEqual(['look', 'stream'])

    await second.session.close()
    const third = await startRecordedSession(api, { resume })
    expect(third.session.cursor.queueId).not.toBe(resume.queueId)
    expect(third.session.state.unread_msgs?.count).toBe(3)
    expect(third.received.states).toBe(2)
    await sendToGeneral(alice, 'four')
    await eventually(() => expect(third.seen).toEqual(['four']))

    const stranger = createApi({ url: world.url, credentials: { email: carol.email, apiKey: 'wrong' } })
    await expect(LiveSession.connect(stranger, { resume })).rejects.toMatchObject(
      withReason('credentials-invalid'),
    )
  })
})
