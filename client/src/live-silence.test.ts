import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApi } from './api.ts'
import { backOff } from './back-off.ts'
import { LiveSession } from './live.ts'
import { type Request, requestKindOf, startRecordedSession } from './live-fixtures.ts'

/** A fake server; the test provides its responses by kind of request. */
function scripted(answers: Record<Request, () => Response | Promise<Response>>) {
  const requests: Request[] = []
  const api = createApi({
    url: 'http://anywhere',
    fetch: (url, init) => {
      const kind = requestKindOf(String(url), init)
      requests.push(kind)
      return new Promise((resolve, reject) => {
        const gone = () => reject(new DOMException('gone', 'AbortError'))
        init?.signal?.addEventListener('abort', gone)
        Promise.resolve(answers[kind]()).then((response) => {
          resolve(response)
          init?.signal?.addEventListener('abort', () => void response.body?.cancel().catch(() => {}))
        }, reject)
      })
    },
  })
  return { api, requests }
}

const never = () => new Promise<never>(() => {})
const success = (fields: object) => Response.json({ result: 'success', msg: '', ...fields })
const registered = () => success({ queue_id: 'q', last_event_id: 0 })
const heartbeat = (id: number) => ({ type: 'heartbeat', id })

/** A stream with this content that stays silent afterward. */
function quietStream(texts: string[]): Response {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own
      for (const text of texts) own.enqueue(new TextEncoder().encode(text))
    },
  })
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  // An aborted fetch cancels its body.
  vi.spyOn(body, 'cancel').mockImplementation(async () => controller?.error(new Error('aborted')))
  return response
}

describe('A live session without a reachable server', () => {
  const fakeTime = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  it('polls after a stream was silent for 75 seconds, and permanently after the second time', async () => {
    fakeTime()
    let polls = 0
    const { api, requests } = scripted({
      register: registered,
      stream: () => quietStream([]),
      look: () => success({ events: [] }),
      poll: () => {
        polls++
        if (polls === 1) return success({ events: [heartbeat(5)] })
        return polls === 2 ? success({ events: [] }) : never()
      },
      close: () => success({}),
    })
    const { session, connections } = await startRecordedSession(api)
    await vi.advanceTimersByTimeAsync(74_900)
    expect(requests).toEqual(['register', 'stream'])
    await vi.advanceTimersByTimeAsync(200)
    expect(requests).toEqual(['register', 'stream', 'poll', 'poll'])
    expect(session.cursor.lastEventId).toBe(5)
    // The second poll was dismissed: another chance for the stream, which it does not use.
    await vi.advanceTimersByTimeAsync(1_400)
    expect(requests.slice(4)).toEqual(['look', 'stream'])
    await vi.advanceTimersByTimeAsync(75_100)
    expect(requests.slice(6)).toEqual(['poll'])
    await vi.advanceTimersByTimeAsync(75_100)
    expect(connections.at(-1), 'a poll may not be silent either').toBe('reconnecting')
    await vi.advanceTimersByTimeAsync(2_700)
    expect(requests.slice(7)).toEqual(['look', 'poll'])
    await session.close()
  })

  it('treats a silent stream as a broken connection, immediately when checked after a sleep', async () => {
    fakeTime()
    const { api, requests } = scripted({
      register: registered,
      stream: () => quietStream(['id: 7\ndata: {"type":"heartbeat","id":7}\n\n']),
      look: () => success({ events: [] }),
      poll: never,
      close: () => success({}),
    })
    const { session, connections } = await startRecordedSession(api)
    await vi.advanceTimersByTimeAsync(10_000)
    session.retryNow()
    await vi.advanceTimersByTimeAsync(10)
    expect(connections, 'nothing is suspicious yet').toEqual(['live'])
    vi.setSystemTime(Date.now() + 3_600_000)
    session.retryNow()
    await vi.advanceTimersByTimeAsync(10)
    expect(connections).toEqual(['live', 'reconnecting'])
    await vi.advanceTimersByTimeAsync(1_400)
    expect(requests).toEqual(['register', 'stream', 'look', 'stream'])
    expect(session).toMatchObject({ connection: 'live', cursor: { lastEventId: 7 } })
    await vi.advanceTimersByTimeAsync(75_100)
    expect(connections.slice(2, 4)).toEqual(['live', 'reconnecting'])
    await session.close()
  })

  it('starts from a saved state without a response, and retries after about 1, 2, 4, 8, 15 and 30 seconds', async () => {
    fakeTime()
    let isThere = false
    const gone = () => Promise.reject(new TypeError('fetch failed'))
    const { api, requests } = scripted({
      register: registered,
      stream: never,
      look: () => (isThere ? success({ events: [heartbeat(9)] }) : gone()),
      poll: never,
      close: () => success({}),
    })
    const state = { realm_name: 'Orchard' }
    const waits: number[] = []
    const session = await LiveSession.connect(api, {
      resume: { queueId: 'saved', lastEventId: 8, state },
      onTrouble: (_error, wait) => waits.push(wait),
    })
    expect(session.state).toBe(state)
    await vi.advanceTimersByTimeAsync(140_000)
    const expected = [1, 2, 4, 8, 15, 30, 30]
    for (const [n, seconds] of expected.entries()) {
      expect(waits[n], `wait ${n}`).toBeGreaterThanOrEqual(seconds * 700)
      expect(waits[n], `wait ${n}`).toBeLessThanOrEqual(seconds * 1_300)
    }
    isThere = true
    session.retryNow()
    await vi.advanceTimersByTimeAsync(10)
    expect(session).toMatchObject({ connection: 'live', cursor: { queueId: 'saved', lastEventId: 9 } })
    expect(requests.filter((kind) => kind !== 'look')).toEqual(['stream'])
    await session.close()
    expect(new Set(Array.from({ length: 20 }, () => backOff(3))).size).toBeGreaterThan(10)
  })
})
