import {
  bodyWithReason,
  castPassword,
  createWorld,
  eventsPerUser,
  type Person,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

async function patch(world: World, as: Person, body: Record<string, string>) {
  const reply = await world.raw('/api/v1/realm', { method: 'PATCH', body: new URLSearchParams(body), as })
  return (await reply.json()) as Record<string, unknown>
}
const methods = (wanted: Record<string, unknown>) => ({ authentication_methods: JSON.stringify(wanted) })

describe('Authentication methods', () => {
  it('are enabled and disabled by owners, and published to everyone', async () => {
    const world = await createWorld()
    const { alice, greta } = world
    const before = (await greta.api.register()).realm_authentication_methods
    expect(before).toEqual({
      Email: { enabled: true, available: true },
      LDAP: { enabled: true, available: false },
      'OpenID Connect': { enabled: true, available: false },
      SAML: { enabled: true, available: false },
    })
    const received = await eventsPerUser({ greta }, async () => {
      const reply = await patch(world, alice, methods({ Email: false, LDAP: true }))
      expect(reply).toEqual({
        result: 'success',
        msg: '',
        authentication_methods: { Email: false, LDAP: true, 'OpenID Connect': true, SAML: true },
      })
    })
    const after = { ...before, Email: { enabled: false, available: true } }
    expect(received.greta).toMatchObject([
      { type: 'realm', op: 'update_dict', property: 'default', data: { authentication_methods: after } },
    ])
    expect(await greta.api.register()).toMatchObject({
      realm_authentication_methods: after,
      realm_email_auth_enabled: false,
      realm_password_auth_enabled: false,
    })
  })

  it('turn password login off and on', async () => {
    const world = await createWorld()
    const { alice, anyone } = world
    const login = { username: alice.email, password: castPassword }
    expect((await anyone.getServerSettings()).authentication_methods).toEqual({
      ...{ password: true, dev: false, email: true, ldap: false, remoteuser: false, github: false },
      ...{ azuread: false, gitlab: false, apple: false, google: false, saml: false, 'openid connect': false },
    })
    await patch(world, alice, methods({ Email: false, 'OpenID Connect': true }))
    expect(await anyone.getServerSettings()).toMatchObject({
      authentication_methods: { password: false, email: false, 'openid connect': false },
      email_auth_enabled: false,
    })
    await expect(anyone.fetchApiKey(login)).rejects.toMatchObject(withReason('login-by-password-disabled'))
    await expect(anyone.fetchApiKey({ ...login, password: '' })).rejects.toMatchObject(
      withReason('login-by-password-disabled'),
    )
    await patch(world, alice, methods({ Email: true }))
    expect((await anyone.fetchApiKey(login)).api_key).toBe(alice.apiKey)
  })

  it('must be known, at least one enabled, and publish nothing if unchanged', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    const received = await eventsPerUser({ bob }, async () => {
      for (const [wanted, reason] of [
        [{}, 'organization-login-method-missing'],
        [{ Email: false }, 'organization-login-method-missing'],
        [{ Email: true, Pigeon: true }, 'organization-login-method-not-found'],
        [{ Email: 'yes' }, 'parameter-invalid'],
      ] as const)
        expect(await patch(world, alice, methods(wanted))).toMatchObject(bodyWithReason(reason))
      expect(await patch(world, alice, methods({ Email: true }))).toEqual({ result: 'success', msg: '' })
      const reply = await patch(world, bob, methods({ LDAP: false, Email: true }))
      expect(reply).toMatchObject(bodyWithReason('organization-setting-denied'))
      expect(await patch(world, bob, { string_id: 'grove' })).toMatchObject(
        bodyWithReason('organization-setting-denied'),
      )
      expect(await patch(world, alice, { string_id: 'grove' })).toMatchObject(
        bodyWithReason('organization-address-fixed'),
      )
      expect(await patch(world, alice, { string_id: '' })).toMatchObject({ result: 'success' })
    })
    expect(received.bob).toEqual([])
  })
})
