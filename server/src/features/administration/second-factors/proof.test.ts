import { Browser, bodyWithReason, castPassword, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('A browser', () => {
  it('asks again before sensitive changes; API keys work as before', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const browser = new Browser(world)
    await browser.logIn(alice)
    world.clock.advance(901)
    const calls = [
      ['PATCH /json/settings', { email: 'other@example.com' }],
      [`PATCH /json/users/${carol.id}`, { role: '300' }],
      [`DELETE /json/users/${carol.id}/factors`, {}],
      ['PATCH /json/realm', { authentication_methods: '{"Email":true}' }],
      ['PATCH /json/realm', { second_factor_grace_days: '3' }],
      ['POST /json/realm/deactivate', {}],
      ['DELETE /json/users/me', {}],
    ] as const
    for (const [route, fields] of calls) {
      const { body } = await browser.send(route as 'POST /', fields as Record<string, string>)
      expect(body, route).toMatchObject(bodyWithReason('proof-required'))
    }
    // Other changes of the same endpoints need no proof.
    expect((await browser.send('PATCH /json/settings', { full_name: 'Alice' })).status).toBe(200)
    expect((await browser.send('PATCH /json/realm', { description: 'Fruit' })).status).toBe(200)
    await alice.api.updateUser({ user_id: carol.id, role: 300 })
    await alice.api.updateSettings({ email: 'other@example.com' })

    await browser.send('POST /json/users/me/proof', { password: castPassword })
    expect((await browser.send('PATCH /json/realm', { second_factor_grace_days: '3' })).status).toBe(200)
  })
})

describe('A proof of identity', () => {
  it('is the login of a browser for 15 minutes, then the password or a code again', async () => {
    const world = await createWorld()
    const { carol } = world
    const browser = new Browser(world)
    await browser.logIn(carol)
    world.clock.advance(900)
    expect((await browser.send('POST /json/users/me/factors/totp')).status).toBe(200)
    world.clock.advance(1)
    const denied = (await browser.send('POST /json/users/me/factors/totp')).body
    expect(denied).toMatchObject(bodyWithReason('proof-required'))
    const wrong = (await browser.send('POST /json/users/me/proof', { password: 'no' })).body
    expect(wrong).toMatchObject(bodyWithReason('password-wrong'))
    expect((await browser.send('POST /json/users/me/proof')).body).toMatchObject(
      bodyWithReason('proof-required'),
    )
    expect((await browser.send('POST /json/users/me/proof', { password: castPassword })).status).toBe(200)
    expect((await browser.send('POST /json/users/me/factors/totp')).status).toBe(200)
    // Other sessions need a proof of their own.
    const other = new Browser(world)
    await other.logIn(carol)
    world.clock.advance(901)
    expect((await other.send('POST /json/users/me/factors/totp')).status).toBe(400)
  })
})
