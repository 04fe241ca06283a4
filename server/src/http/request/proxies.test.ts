import { basicAuth, createWorld, eventually, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const asSpectator = (world: World, forwardedFor: string) =>
  fetch(
    `${world.url}/api/v1/messages?anchor=newest&num_before=1&num_after=0&narrow=[["streams","web-public"]]`,
    {
      headers: { 'x-forwarded-for': forwardedFor },
    },
  )

const allowanceOf = (response: Response) => Number(response.headers.get('x-ratelimit-remaining'))

/** An organization that can be read without an account, so that callers are counted by address. */
async function publicWorld(trustedProxies: string[]): Promise<World> {
  const world = await createWorld({ config: { rateLimits: true, trustedProxies } })
  await world.alice.api.updateRealm({ enable_spectator_access: true })
  await world.alice.api.subscribe({ subscriptions: [{ name: 'open' }], is_web_public: true })
  return world
}

describe('Proxies', () => {
  it('on this machine are trusted, but not the addresses they forward from others', async () => {
    const world = await publicWorld(['loopback'])
    expect(allowanceOf(await asSpectator(world, '192.0.2.1'))).toBe(199)
    expect(allowanceOf(await asSpectator(world, '192.0.2.2'))).toBe(199)
    expect(allowanceOf(await asSpectator(world, '192.0.2.3, 192.0.2.1'))).toBe(198)
  })

  it('on other hosts are trusted if configured', async () => {
    const world = await publicWorld(['loopback', '192.0.2.0/24'])
    expect(allowanceOf(await asSpectator(world, '198.51.100.1, 192.0.2.1'))).toBe(199)
    expect(allowanceOf(await asSpectator(world, '198.51.100.2, 192.0.2.1'))).toBe(199)
    expect(allowanceOf(await asSpectator(world, '198.51.100.1, 192.0.2.9'))).toBe(198)
  })

  it('give requests their ID if they are trusted and it is short and plain', async () => {
    const idOf = async (world: World, path: string, given: string) => {
      const response = await fetch(`${world.url}${path}`, { headers: { 'x-request-id': given } })
      return response.headers.get('x-request-id')
    }
    const world = await createWorld()
    // One of them is handled by the poll server.
    for (const path of ['/api/v1/server_settings', '/api/v1/events?queue_id=x&last_event_id=0']) {
      expect(await idOf(world, path, '7f3a:01.b-c_D')).toBe('7f3a:01.b-c_D')
      expect(await idOf(world, path, 'a b')).toMatch(/^req-/)
      expect(await idOf(world, path, 'x'.repeat(65))).toMatch(/^req-/)
    }
    const distrustful = await createWorld({ config: { trustedProxies: ['192.0.2.0/24'] } })
    for (const path of ['/api/v1/server_settings', '/api/v1/events?queue_id=x&last_event_id=0']) {
      expect(await idOf(distrustful, path, 'claimed')).toMatch(/^req-/)
    }
  })

  it('are ignored if none is trusted', async () => {
    const world = await publicWorld(['192.0.2.0/24'])
    expect(allowanceOf(await asSpectator(world, '198.51.100.1'))).toBe(199)
    expect(allowanceOf(await asSpectator(world, '198.51.100.2'))).toBe(198)
  })
})

describe('A rate limit', () => {
  it('is shared by all processes, within a small tolerance', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const other = await world.secondNode()
    const { email, apiKey } = world.carol
    const call = (url: string) =>
      fetch(`${url}/api/v1/users/me`, { headers: { authorization: basicAuth(email, apiKey) } })
    for (let n = 0; n < 150; n++) expect((await call(world.url)).status).toBe(200)
    await eventually(async () => expect(allowanceOf(await call(other.url))).toBeLessThanOrEqual(60))
    let accepted = 0
    while ((await call(other.url)).status === 200) accepted++
    expect(accepted).toBeLessThanOrEqual(60)
    expect(accepted).toBeGreaterThanOrEqual(30)
    await eventually(async () => expect((await call(world.url)).status).toBe(429))
  })
})
