import { setImmediate } from 'node:timers/promises'
import {
  basicAuth,
  bodyWithReason,
  createWorld,
  eventually,
  metricOf,
  sendToGeneral,
  type World,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

/** Runs an action while the log is locked, as if the database were slow. */
async function whileLocked({ app }: World, work: () => Promise<unknown>): Promise<void> {
  await app.database.backgroundDb.transaction().execute(async (transaction) => {
    await transaction.selectFrom('realm_log').selectAll().forUpdate().execute()
    await work()
  })
}

async function contents({ carol }: World): Promise<Set<string>> {
  const { messages } = await carol.api.getMessages({
    anchor: 'newest',
    num_before: 5_000,
    num_after: 0,
    apply_markdown: false,
  })
  return new Set(messages.map(({ content }) => content))
}

/** A send by hand, whose client can disconnect. */
function sendRaw(
  world: World,
  content: string,
  signal: AbortSignal | null = null,
): Promise<Response | undefined> {
  const { email, apiKey } = world.alice
  return fetch(`${world.url}/api/v1/messages`, {
    method: 'POST',
    headers: { authorization: basicAuth(email, apiKey) },
    body: new URLSearchParams({ type: 'channel', to: 'general', topic: 'overload', content }),
    signal,
  }).catch(() => undefined)
}

describe('Too many sends', () => {
  it('are refused at once with 503 and Retry-After, while waiting sends are stored', async () => {
    const world = await createWorld({ quiet: true, limits: { waitingSends: 20 } })
    await sendToGeneral(world.alice, 'before')
    const accepted: string[] = []
    const refused: Response[] = []
    let all: Promise<unknown> = Promise.resolve()
    await whileLocked(world, async () => {
      const attempt = async (content: string) => {
        const response = await sendRaw(world, content)
        if (response?.status === 200) accepted.push(content)
        else if (response !== undefined) refused.push(response)
      }
      all = Promise.all(Array.from({ length: 100 }, (_, n) => attempt(`message ${n}`)))
      await eventually(() => expect(refused.length).toBeGreaterThan(10))
      expect(accepted).toEqual([])
    })
    await all
    for (const response of refused) {
      expect(await response.json()).toMatchObject(bodyWithReason('server-busy'))
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(accepted.length).toBeGreaterThanOrEqual(20)
    expect(await contents(world)).toEqual(new Set(['before', ...accepted]))
  })

  it('are not stored if their clients disconnect while waiting', async () => {
    const world = await createWorld({ quiet: true })
    await sendToGeneral(world.alice, 'before')
    const leave = new AbortController()
    let first: Promise<unknown> = Promise.resolve()
    await whileLocked(world, async () => {
      first = sendRaw(world, 'first')
      // The first is being stored, and the others wait behind it.
      await eventually(async () => expect(await metricOf(world, 'loquat_requests_under_way')).toBe(1))
      await eventually(async () => expect(await metricOf(world, 'loquat_sends_waiting')).toBe(0))
      const others = Array.from({ length: 20 }, (_, n) => sendRaw(world, `gone ${n}`, leave.signal))
      await eventually(async () => expect(await metricOf(world, 'loquat_sends_waiting')).toBe(20))
      leave.abort()
      await Promise.all(others)
      await eventually(async () => expect(await metricOf(world, 'loquat_requests_under_way')).toBe(1))
    })
    await first
    await sendToGeneral(world.alice, 'after')
    expect(await contents(world)).toEqual(new Set(['before', 'first', 'after']))
  })
})

/** Keeps the process from doing anything else, as a busy host does. */
function stall(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

const settingsStatus = async ({ url }: World) => (await fetch(`${url}/api/v1/server_settings`)).status

describe('A stalled process', () => {
  it('serves the requests after a single stall', async () => {
    const world = await createWorld({ quiet: true })
    stall(1_500)
    await setImmediate()
    expect(await settingsStatus(world)).toBe(200)
  })

  it('refuses requests while it stalls repeatedly', async () => {
    const world = await createWorld({ quiet: true, limits: { eventLoopDelayMs: 100 } })
    let isOver = false
    const stalls = (async () => {
      while (!isOver) {
        stall(400)
        await setImmediate()
      }
    })()
    await eventually(async () => expect(await settingsStatus(world)).toBe(503))
    isOver = true
    await stalls
    await eventually(async () => expect(await settingsStatus(world)).toBe(200))
  })
})

describe('Too many requests', () => {
  it('are refused, except for health checks', async () => {
    const world = await createWorld({ quiet: true, limits: { requestsUnderWay: 5 } })
    await whileLocked(world, async () => {
      const sends = Array.from({ length: 5 }, (_, n) => sendRaw(world, `message ${n}`))
      await eventually(async () => expect(await metricOf(world, 'loquat_requests_under_way')).toBe(5))
      expect((await fetch(`${world.url}/api/v1/server_settings`)).status).toBe(503)
      expect((await fetch(`${world.url}/health/ready`)).status).toBe(200)
      expect((await fetch(`${world.url}/health/live`)).status).toBe(200)
      void Promise.all(sends)
    })
  })

  it('are refused if they would wait for the same organization', async () => {
    const world = await createWorld({ quiet: true, limits: { waitingChanges: 3 } })
    await whileLocked(world, async () => {
      const changes = Array.from({ length: 10 }, (_, n) =>
        world.alice.api.subscribe({ subscriptions: [{ name: `channel ${n}` }] }).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      )
      expect(await Promise.race(changes)).toBe(503)
      void Promise.all(changes)
    })
  })
})
