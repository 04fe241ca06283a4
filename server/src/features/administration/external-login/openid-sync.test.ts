import { generateKeyPairSync } from 'node:crypto'
import { Browser, createWorld, type World } from '@loquat/devkit'
import type { OpenIdSync } from '@loquat/server/platform/login-config.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { syncOpenIdAccounts } from './jobs.ts'
import { startProvider, type TestProvider } from './testing/provider.ts'

const url = 'https://chat.orchard.example'
const path = '/accounts/login/openid/acme'

async function worldWithProvider(sync: OpenIdSync | undefined) {
  const provider = await startProvider(`${url}${path}/callback`)
  const mapping = {
    groupsAttribute: 'groups',
    roleAttribute: undefined,
    groups: [{ from: 'eng', to: 'Engineers' }],
    roles: [],
    updatesNames: true,
  }
  const openIdProviders = [{ ...provider.config, mapping, sync }]
  const world = await createWorld({ config: { url, openIdProviders }, quiet: true })
  const { carol, dave, greta } = world
  for (const person of [carol, dave, greta])
    provider.accounts.set(String(person.id), {
      email: person.email,
      email_verified: true,
      name: person.email,
    })
  const run = async () => {
    world.clock.advance(3_600)
    await syncOpenIdAccounts.run(world.app, {})
  }
  return { provider, world, run }
}

async function logIn(world: World, provider: TestProvider, { id }: { id: number }) {
  const browser = new Browser(world)
  const sent = await browser.send(`GET ${path}`)
  provider.who = String(id)
  const back = new URL(await provider.visit(sent.headers.get('location') ?? ''))
  const arrived = await browser.send(`GET ${path}/callback${back.search}`)
  expect(arrived.status, arrived.text).toBe(303)
  return { browser, isIn: async () => (await browser.send('GET /json/users/me')).status === 200 }
}

describe('The sync with an OpenID provider', () => {
  it('updates users by refresh tokens, and deactivates those whom the provider refuses, until they log in again', async () => {
    const { provider, world, run } = await worldWithProvider({
      ifGone: 'deactivate',
      maxDeactivatedShare: 0.5,
    })
    const { alice, carol, dave, greta } = world
    await alice.api.createUserGroup({ name: 'Engineers', description: '', members: [alice.id] })
    const [hers, his] = [await logIn(world, provider, carol), await logIn(world, provider, dave)]
    await logIn(world, provider, greta)
    const { rows } = await sql<{ token: string }>`
      select refresh_token::text as token from external_identity where refresh_token is not null`.execute(
      world.app.database.db,
    )
    expect(rows).toHaveLength(3)
    for (const { token } of rows) expect(token).toMatch(/^\{"sealed": "s[12]\./)

    const account = provider.accounts.get(String(carol.id))
    provider.accounts.set(String(carol.id), { ...account, name: 'Carol Renamed', groups: ['eng'] })
    await run()
    const engineers = async () =>
      (await alice.api.getUserGroups()).user_groups.find(({ name }) => name === 'Engineers')?.members
    expect(await engineers()).toContain(carol.id)
    expect((await alice.api.getUser({ user_id: carol.id })).user.full_name).toBe('Carol Renamed')
    // Tokens are replaced with each use, and the new ones were stored.
    await run()
    expect(await hers.isIn()).toBe(true)

    provider.isBroken = true
    provider.accounts.delete(String(carol.id))
    await run()
    expect(await hers.isIn()).toBe(true)
    provider.isBroken = false
    await run()
    expect(await hers.isIn()).toBe(false)
    expect(await his.isIn()).toBe(true)
    const isActive = async () => (await alice.api.getUser({ user_id: carol.id })).user.is_active
    expect(await isActive()).toBe(false)
    const { entries } = await alice.api.getAuditLog({ kinds: ['user.deactivated', 'session.ended'] })
    expect(entries).toMatchObject([
      { kind: 'user.deactivated', target_id: carol.id, credential: 'system' },
      { kind: 'session.ended', target_id: carol.id, credential: 'system' },
    ])

    provider.accounts.set(String(carol.id), account ?? {})
    expect(await (await logIn(world, provider, carol)).isIn()).toBe(true)
    expect(await isActive()).toBe(true)
    // A deactivation by an administrator lasts.
    provider.accounts.delete(String(carol.id))
    await run()
    await alice.api.reactivateUser({ user_id: carol.id })
    await alice.api.deactivateUser({ user_id: carol.id })
    provider.accounts.set(String(carol.id), account ?? {})
    await expect(logIn(world, provider, carol)).rejects.toThrow('deactivated')
  })

  it('only signs out if that is chosen, and deactivates nobody if it would be too many', async () => {
    const mild = await worldWithProvider({ ifGone: 'sign-out', maxDeactivatedShare: 1 })
    const session = await logIn(mild.world, mild.provider, mild.world.carol)
    mild.provider.accounts.clear()
    await mild.run()
    expect(await session.isIn()).toBe(false)
    const { user } = await mild.world.alice.api.getUser({ user_id: mild.world.carol.id })
    expect(user.is_active).toBe(true)

    const { provider, world, run } = await worldWithProvider({
      ifGone: 'deactivate',
      maxDeactivatedShare: 0.1,
    })
    const { alice, carol, dave } = world
    for (const person of [carol, dave]) await logIn(world, provider, person)
    provider.accounts.clear()
    await run()
    for (const { id } of [carol, dave])
      expect((await alice.api.getUser({ user_id: id })).user.is_active).toBe(true)
    const { entries } = await alice.api.getAuditLog({ kinds: ['user.sync_refused'] })
    expect(entries).toMatchObject([{ after: { gone: 2, linked: 2, max: 1 } }])
  })
})

describe('A back-channel logout', () => {
  it('ends the sessions of a user, or of one session at the provider, and accepts only its own fresh tokens', async () => {
    const { provider, world } = await worldWithProvider(undefined)
    const { carol, dave } = world
    const first = await logIn(world, provider, carol)
    const second = await logIn(world, provider, carol)
    const other = await logIn(world, provider, dave)
    const sub = String(carol.id)
    const send = async (logout_token: string) =>
      await new Browser(world).send(`POST ${path}/backchannel-logout`, { logout_token })
    const past = Math.floor(Date.now() / 1_000) - 3_600
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const refused = {
      'no token': '',
      'another key': await provider.logoutToken({ sub }, stranger),
      'another audience': await provider.logoutToken({ sub, aud: 'other' }),
      'another issuer': await provider.logoutToken({ sub, iss: 'https://other.example' }),
      'an old token': await provider.logoutToken({ sub, iat: past, exp: past + 7_200 }),
      'an ID token': await provider.logoutToken({ sub, nonce: 'n' }),
      'another event': await provider.logoutToken({ sub, events: { other: {} } }),
      'no event': await provider.logoutToken({ sub, events: undefined }),
      'no ID': await provider.logoutToken({ sub, jti: undefined }),
      nobody: await provider.logoutToken({}),
    }
    for (const [name, token] of Object.entries(refused)) expect((await send(token)).status, name).toBe(400)
    expect(await first.isIn()).toBe(true)

    const { rows } = await sql<{ sid: string }>`
      select identity_session as sid from session where user_id = ${carol.id} order by id limit 1`.execute(
      world.app.database.db,
    )
    const sid = rows[0]?.sid ?? ''
    expect(sid).not.toBe('')
    const one = await provider.logoutToken({ sub, sid })
    expect((await send(one)).status).toBe(200)
    expect([await first.isIn(), await second.isIn()]).toEqual([false, true])
    expect((await send(one)).status).toBe(400)
    expect((await send(await provider.logoutToken({ sub }))).status).toBe(200)
    expect([await second.isIn(), await other.isIn()]).toEqual([false, true])
  })
})
