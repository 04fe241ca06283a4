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
