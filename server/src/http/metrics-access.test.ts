import { bodyWithReason, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { canReadMetrics } from './metrics-access.ts'

const token = 'a token for the scraper'.replaceAll(' ', '-')

describe('/metrics', () => {
  it('is available to programs on this machine, but not through a proxy', async () => {
    const world = await createWorld()
    expect((await world.raw('/metrics')).status).toBe(200)
    for (const header of ['x-forwarded-for', 'X-Real-IP', 'forwarded', 'via']) {
      const response = await world.raw('/metrics', { headers: { [header]: '127.0.0.1' } })
      expect([response.status, response.headers.get('www-authenticate')], header).toEqual([401, 'Bearer'])
      expect(await response.json()).toMatchObject(bodyWithReason('metrics-token-required'))
    }
    const guess = { 'x-forwarded-for': '203.0.113.1', authorization: 'Bearer undefined' }
    expect((await world.raw('/metrics', { headers: guess })).status).toBe(401)
  })

  it('is available with the token from any address', async () => {
    const world = await createWorld({ config: { metricsToken: token } })
    const status = async (authorization: string) => {
      const headers = { 'x-forwarded-for': '203.0.113.1', authorization }
      return (await world.raw('/metrics', { headers })).status
    }
    expect(await status(`Bearer ${token}`)).toBe(200)
    expect(await status(`bearer ${token}`)).toBe(200)
    for (const wrong of [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${token}x`,
      `Bearer ${token} x`,
      `Basic ${token}`,
    ]) {
      expect(await status(wrong), wrong).toBe(401)
    }
    expect((await world.raw('/metrics')).status).toBe(200)
  })

  it('recognizes addresses of this machine', () => {
    for (const peer of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) {
      expect(canReadMetrics(undefined, peer, {}), peer).toBe(true)
    }
    for (const peer of [
      '203.0.113.1',
      '10.0.0.1',
      '::ffff:203.0.113.1',
      'fe80::1',
      '2001:db8::1',
      '',
      undefined,
    ]) {
      expect(canReadMetrics(undefined, peer, {}), peer).toBe(false)
    }
  })
})
