import { createWorld, scrapeValues as measured, waitForParkedPolls } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const requests = (method: string, route: string, status: number) =>
  `loquat_http_requests_total{method="${method}",route="${route}",status="${status}"}`
const seconds = (method: string, route: string) =>
  `loquat_http_request_duration_seconds_sum{method="${method}",route="${route}"}`

describe('/metrics', () => {
  it('counts and times responses by endpoint and status, including failures', async () => {
    const world = await createWorld()
    await world.alice.api.getUser({ user_id: world.bob.id })
    await world.raw(`/api/v1/users/${world.bob.id}`, { as: world.alice, method: 'HEAD' })
    await world.raw('/api/v1/users/999999', { as: world.alice })
    await world.raw(`/api/v1/users/${world.bob.id}`)
    await world.raw('/api/v1/nope/secret')
    await world.raw('/api/v1/%zz')
    const metrics = await measured(world)
    const user = '/users/{user_id}'
    expect(metrics.get(requests('GET', user, 200))).toBe(2)
    expect(metrics.get(requests('GET', user, 400))).toBe(1)
    expect(metrics.get(requests('GET', user, 401))).toBe(1)
    expect(metrics.get(requests('GET', 'unknown', 404))).toBe(1)
    expect(metrics.get(seconds('GET', user))).toBeGreaterThan(0)
    expect(metrics.get(seconds('GET', user))).toBeLessThan(20)
    expect([...metrics.keys()].join('\n')).not.toMatch(/secret|api\/v1/)
  })

  it('leaves out the time of long polls, with and without limits', async () => {
    for (const rateLimits of [true, false]) {
      const world = await createWorld({ config: { rateLimits } })
      const { queue_id, last_event_id } = await world.alice.api.register({ event_types: [] })
      await world.alice.api.getEvents({
        queue_id: queue_id ?? '',
        last_event_id: last_event_id ?? -1,
        dont_block: true,
      })
      await world.raw('/api/v1/events?queue_id=x&last_event_id=0', { as: world.alice })
      const metrics = await measured(world)
      expect(metrics.get(requests('POST', '/register', 200))).toBe(1)
      expect(metrics.get(requests('GET', '/events', 200))).toBeUndefined()
      expect(metrics.get(requests('GET', '/events', 400))).toBe(1)
    }
  })

  it('counts messages and parked polls', async () => {
    const world = await createWorld()
    const { queue_id, last_event_id } = await world.bob.api.register({ event_types: ['message'] })
    const waiting = world.bob.api.getEvents({ queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 })
    await waitForParkedPolls(world, 1)
    expect((await measured(world)).get('loquat_parked_polls')).toBe(1)
    await world.alice.api.sendMessage({ type: 'channel', to: 'general', topic: 't', content: 'c' })
    await waiting
    const metrics = await measured(world)
    expect(metrics.get('loquat_messages_sent_total')).toBe(1)
    expect(metrics.get('loquat_events_delivered_total')).toBe(1)
    expect(metrics.get('loquat_parked_polls')).toBe(0)
  })
})
