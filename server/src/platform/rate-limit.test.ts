import { bodyWithReason, createWorld, type Person, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { checkRate, RateLimiter, rules } from './rate-limit.ts'

const limited = () => createWorld({ config: { rateLimits: true } })

const call = async (world: World, path: string, as?: Person, init: RequestInit = {}) => {
  const response = await world.raw(`/api/v1${path}`, { ...init, ...(as === undefined ? {} : { as }) })
  const number = (name: string) =>
    response.headers.has(name) ? Number(response.headers.get(name)) : undefined
  return {
    status: response.status,
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
    retryAfter: number('retry-after'),
    body: (await response.json()) as Record<string, unknown>,
  }
}
const times = async <T>(count: number, action: () => Promise<T>) => {
  const results: T[] = []
  for (let index = 0; index < count; index++) results.push(await action())
  return results
}
const nowInSeconds = (world: World) => Math.ceil(world.clock.now() / 1_000)

describe('The rate limit of an account', () => {
  it('is in every response, and drops by exactly one each time', async () => {
    const world = await limited()
    const first = await call(world, '/users/me', world.alice)
    expect(first).toMatchObject({ status: 200, limit: 200, remaining: 199 })
    expect(first.reset).toBeGreaterThanOrEqual(nowInSeconds(world) + 58)
    expect(first.reset).toBeLessThanOrEqual(nowInSeconds(world) + 60)
    expect(await call(world, '/get_stream_id', world.alice)).toMatchObject({
      body: bodyWithReason('parameter-missing', { parameter: 'stream' }),
      remaining: 198,
    })
    expect(await call(world, '/users/me', world.bob)).toMatchObject({ remaining: 199 })
    expect(await call(world, '/users/me', world.alice)).toMatchObject({ remaining: 197 })
  })

  it('is used up after 200 calls: then 429 says when to retry', async () => {
    const world = await limited()
    const answers = await times(200, () => call(world, '/users/me', world.alice))
    expect(answers.map((answer) => answer.status)).toEqual(Array(200).fill(200))
    expect(answers.at(-1)?.remaining).toBe(0)

    const exceeded = await call(world, '/users/me', world.alice)
    expect(exceeded).toMatchObject({ status: 429, limit: 200, remaining: 0 })
    expect(exceeded.body).toEqual({
      ...bodyWithReason('rate-limit-exceeded'),
      'retry-after': expect.any(Number),
    })
    const wait = exceeded.body['retry-after'] as number
    expect(wait).toBeGreaterThan(30)
    expect(wait).toBeLessThanOrEqual(60)
    expect(exceeded.retryAfter).toBe(Math.ceil(wait))
    // The full limit is restored when the last accepted call is a minute old.
    expect(exceeded.reset).toBe(answers.at(-1)?.reset)

    expect((await call(world, '/users/me', world.bob)).status).toBe(200)
    world.clock.advance(exceeded.retryAfter ?? 0)
    expect((await call(world, '/users/me', world.alice)).status).toBe(200)
  })

  it('is not reduced by rejected calls', async () => {
    const world = await limited()
    await times(200, () => call(world, '/users/me', world.alice))
    world.clock.advance(50)
    for (const { status } of await times(5, () => call(world, '/users/me', world.alice)))
      expect(status).toBe(429)
    world.clock.advance(11)
    expect(await call(world, '/users/me', world.alice)).toMatchObject({ status: 200, remaining: 199 })
  })

  it('is shared by all endpoints except GET /events, which has its own of the same size', async () => {
    const world = await limited()
    const { queue_id, last_event_id } = await world.alice.api.register({ event_types: [] })
    const poll = `/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`
    expect(await call(world, poll, world.alice)).toMatchObject({ status: 200, limit: 200, remaining: 199 })
    expect(await call(world, poll, world.alice)).toMatchObject({ remaining: 198 })
    expect(await call(world, '/users/me', world.alice)).toMatchObject({ remaining: 198 })
    await times(198, () => call(world, '/users/me', world.alice))
    expect((await call(world, '/users/me', world.alice)).status).toBe(429)
    expect((await call(world, poll, world.alice)).status).toBe(200)
  })

  it('is not in responses without a limit', async () => {
    const world = await limited()
    const uncounted = [
      await call(world, '/users/me'),
      await call(world, '/users/me', { ...world.alice, apiKey: 'A'.repeat(32) }),
      await call(world, '/nope', world.alice),
      await call(world, '/users/me', world.alice, { method: 'PUT' }),
      await call(world, '/server_settings', world.alice),
    ]
    expect(uncounted.map(({ status }) => status)).toEqual([401, 401, 404, 405, 200])
    for (const { limit, remaining, reset } of uncounted)
      expect([limit, remaining, reset]).toEqual([undefined, undefined, undefined])
    expect(await call(world, '/users/me', world.alice)).toMatchObject({ remaining: 199 })
  })

  it('is checked before the role and the parameters', async () => {
    const world = await limited()
    await times(200, () => call(world, '/users/me', world.carol))
    expect((await call(world, '/users', world.carol, { method: 'POST' })).status).toBe(429)
    expect((await call(world, '/get_stream_id', world.carol)).status).toBe(429)
    expect((await call(world, '/get_stream_id', world.carol, { method: 'PUT' })).status).toBe(405)
  })

  it('is absent when limits are off', async () => {
    const world = await createWorld()
    expect((await call(world, '/users/me', world.alice)).limit).toBeUndefined()
  })
})

describe('A rate limit rule', () => {
  const exceededRate = expect.objectContaining({ reason: 'rate-limit-exceeded' })
  it('counts in a sliding window', () => {
    const clock = { ms: 1_000_000, now: () => clock.ms }
    const limiter = new RateLimiter(clock)
    const { count, seconds } = rules.api
    for (let index = 0; index < count; index++) {
      expect(limiter.take('api', 1).remaining).toBe(count - 1 - index)
      clock.ms += 100
    }
    expect(() => limiter.take('api', 1)).toThrow(exceededRate)
    expect(limiter.take('api', 2).remaining).toBe(count - 1)
    clock.ms = 1_000_000 + seconds * 1_000
    expect(limiter.take('api', 1).remaining).toBe(0)
    expect(() => limiter.take('api', 1)).toThrow(exceededRate)
    limiter.sweep()
    expect(() => limiter.take('api', 1)).toThrow(exceededRate)
    clock.ms += seconds * 1_000
    limiter.sweep()
    expect(limiter.take('api', 1).remaining).toBe(count - 1)
  })

  it('reports the wait until the oldest counted call expires', () => {
    const rule = { count: 2, seconds: 10 }
    expect(() => checkRate(rule, [1_000, 4_000, 7_000], 8_500)).toThrow(
      expect.objectContaining({ reason: 'rate-limit-exceeded', extra: { 'retry-after': 5.5 } }),
    )
    expect(checkRate(rule, [1_000, 4_000], 11_000)).toEqual({ limit: 2, remaining: 0, reset: 21 })
  })
})
