import { createApi } from '@loquat/client'
import {
  addBot,
  Browser,
  basicAuth,
  bodyWithReason,
  castPassword,
  createWorld,
  eventually,
  openQueue,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withToken } from './testing/with-token.ts'

const dayMs = 24 * 60 * 60 * 1_000

describe('A token', () => {
  it('is shown once, stored as a hash, and works as a password and as Bearer', async () => {
    const world = await createWorld()
    const { carol } = world
    const { token, id, api } = await withToken(world, carol)
    expect(token).toMatch(/^lqt_[a-z2-7]{40}$/)
    await expect(api.getOwnUser()).resolves.toMatchObject({ user_id: carol.id })
    const callWith = async (authorization: string) =>
      (await fetch(`${world.url}/api/v1/users/me`, { headers: { authorization } })).status
    const bearer = createApi({ url: world.url, credentials: { token } })
    await expect(bearer.getOwnUser()).resolves.toMatchObject({ user_id: carol.id })
    expect(await callWith(`bearer  ${token}`)).toBe(200)
    expect(await callWith(basicAuth(world.dave.email, token))).toBe(401)
    expect(await callWith(`Bearer ${token.slice(0, -1)}a`)).toBe(token.endsWith('a') ? 200 : 401)
    expect(await callWith('Bearer lqt_x')).toBe(400)
    const { tokens } = await carol.api.getTokens({})
    expect(tokens).toMatchObject([
      { token_id: id, user_id: carol.id, kind: 'api', name: 'Test', start: token.slice(0, 8), scopes: null },
    ])
    const { rows } = await sql`select t::text from api_token t`.execute(world.app.database.db)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token.slice(8))
    // Only webhook tokens belong into URLs.
    for (const path of [
      `/api/v1/external/json?api_key=${token}&payload={}`,
      `/user_uploads/1/x?api_key=${token}`,
    ]) {
      const method = path.includes('external') ? 'POST' : 'GET'
      expect((await fetch(`${world.url}${path}`, { method })).status, path).toBe(401)
    }
  })

  it('ends at once on every process when it is revoked, with its polls and streams', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const other = await world.secondNode()
    const { id, person, token } = await withToken(world, carol)
    await other.as(person).getOwnUser()
    const queue = await openQueue(person)
    const poll = other.as(person).getEvents(queue)
    const stream = await fetch(
      `${world.url}/api/v1/events?${new URLSearchParams({ queue_id: (await openQueue(person)).queue_id, last_event_id: '-1' })}`,
      { headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` } },
    )
    await expect(dave.api.revokeToken({ token_id: id })).rejects.toMatchObject(withReason('token-not-found'))
    await carol.api.revokeToken({ token_id: id })
    await expect(person.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    await expect(poll).resolves.toMatchObject({ events: [] })
    expect(await stream.text()).not.toContain('"type":"message"')
    await eventually(async () =>
      expect(other.as(person).getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid')),
    )
    await expect(carol.api.revokeToken({ token_id: id })).rejects.toMatchObject(withReason('token-not-found'))
  })

  it('expires by its own date and by the maximum of the organization, also for open polls', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    const inDays = (days: number) => Math.floor((clock.now() + days * dayMs) / 1_000)
    const create = (expires_at: number) => carol.api.createToken({ name: 'x', expires_at })
    await expect(create(inDays(-1))).rejects.toMatchObject(withReason('token-expiry-past'))
    const [short, long] = [
      await withToken(world, carol, { expires_at: inDays(2) }),
      await withToken(world, carol),
    ]
    const queue = await openQueue(short.person)
    clock.advance(2 * 86_400 + 1)
    await expect(short.api.getOwnUser()).rejects.toMatchObject(withReason('token-expired'))
    await expect(short.api.getEvents({ ...queue, dont_block: true })).rejects.toMatchObject(
      withReason('token-expired'),
    )
    await long.api.getOwnUser()
    await alice.api.updateRealm({ token_max_lifetime_days: 1 })
    await expect(long.api.getOwnUser()).rejects.toMatchObject(withReason('token-expired'))
    await expect(create(inDays(3))).rejects.toMatchObject(withReason('token-expiry-too-late', { days: 1 }))
    await carol.api.createToken({ name: 'latest' })
    expect((await carol.api.getTokens({})).tokens[0]?.expires_at).toBe(inDays(1))
  })

  it('works only from its addresses, as the trusted proxies name them', async () => {
    const world = await createWorld({ config: { trustedProxies: ['loopback'] } })
    const { carol } = world
    const { token } = await withToken(world, carol, { addresses: ['192.0.2.0/24', '2001:db8::/32'] })
    const from = async (address: string) => {
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
      return await (await fetch(`${world.url}/api/v1/users/me`, { headers })).json()
    }
    for (const address of ['192.0.2.7', '2001:db8:1::9', '::ffff:192.0.2.7']) {
      expect(await from(address), address).toMatchObject({ result: 'success' })
    }
    for (const address of ['192.0.3.7', '2001:db9::1', '192.0.2.7, 198.51.100.1']) {
      expect(await from(address), address).toMatchObject(bodyWithReason('token-address-denied'))
    }
    for (const addresses of [['192.0.2.0/33'], ['example.com'], ['fe80::1%eth0'], ['1.2.3']]) {
      await expect(carol.api.createToken({ name: 'x', addresses }), addresses[0]).rejects.toMatchObject(
        withReason('token-address-invalid', { address: addresses[0] ?? '' }),
      )
    }
  })

  it('notes its last use at most once a minute', async () => {
    const world = await createWorld()
    const { api } = await withToken(world, world.carol)
    const lastUse = async () => (await world.carol.api.getTokens({})).tokens[0]?.last_used_at
    expect(await lastUse()).toBeNull()
    await api.getOwnUser()
    const first = Math.floor(world.clock.now() / 1_000)
    await eventually(async () => expect(await lastUse()).toBe(first))
    world.clock.advance(30)
    await api.getOwnUser()
    world.clock.advance(31)
    await api.getOwnUser()
    await eventually(async () => expect(await lastUse()).toBe(Math.floor(world.clock.now() / 1_000)))
  })

  it('cannot change how people log in, whatever its scopes', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const { api } = await withToken(world, alice)
    const { api: admin } = await withToken(world, alice, {
      scopes: ['users:admin', 'settings:write', 'organization:admin', 'bots:admin'],
    })
    const denied = withReason('token-denied')
    for (const caller of [api, admin]) {
      for (const call of [
        () => caller.createToken({ name: 'x' }),
        () => caller.getTokens({}),
        () => caller.revokeToken({ token_id: 1 }),
        () => caller.showApiKey({ password: castPassword }),
        () => caller.regenerateApiKey(),
        () => caller.getSessions(),
        () => caller.startTotp({ password: castPassword }),
        () => caller.updateSettings({ email: 'x@example.com' }),
        () => caller.updateSettings({ old_password: castPassword, new_password: 'the quiet loquat tree' }),
        () => caller.updateUser({ user_id: carol.id, role: 100 }),
        () => caller.updateUser({ user_id: carol.id, new_email: 'x@example.com' }),
        () => caller.updateRealm({ api_keys_enabled: false }),
        () => caller.deactivateRealm({}),
      ]) {
        await expect(call(), String(call)).rejects.toMatchObject(denied)
      }
    }
    await admin.updateSettings({ full_name: 'Alice A.' })
  })

  it('belongs to a person, or to a bot that the caller manages', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    const bot = await addBot(world, carol)
    const { token_id: botToken } = await carol.api.createToken({ name: 'Robot', user_id: bot.id })
    const notFound = withReason('token-user-not-found')
    await expect(dave.api.createToken({ name: 'x', user_id: bot.id })).rejects.toMatchObject(notFound)
    await expect(alice.api.createToken({ name: 'x', user_id: carol.id })).rejects.toMatchObject(notFound)
    await expect(dave.api.getTokens({ user_id: carol.id })).rejects.toMatchObject(notFound)
    await expect(bot.api.getTokens({})).rejects.toMatchObject(withReason('caller-is-bot'))
    expect((await alice.api.getTokens({ user_id: bot.id })).tokens).toHaveLength(1)
    await alice.api.revokeToken({ token_id: botToken })
    expect((await carol.api.getTokens({ user_id: bot.id })).tokens).toEqual([])
    // The organization decides who has some for their own account.
    const { api } = await withToken(world, dave)
    await alice.api.updateRealm({ can_create_personal_tokens_group: { new: await adminsOf(alice) } })
    await expect(dave.api.createToken({ name: 'x' })).rejects.toMatchObject(
      withReason('token-creation-denied'),
    )
    await carol.api.createToken({ name: 'x', user_id: bot.id })
    await api.getOwnUser()
    await bob.api.getTokens({})
    // Deactivating a person revokes theirs.
    await alice.api.deactivateUser({ user_id: dave.id })
    await alice.api.reactivateUser({ user_id: dave.id })
    await expect(api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
  })

  it('needs a proof from browsers, and has a bounded number and name', async () => {
    const world = await createWorld()
    const browser = new Browser(world)
    await browser.logIn(world.carol)
    world.clock.advance(901)
    for (const route of ['POST /json/tokens', 'POST /json/users/me/api_key/regenerate'] as const) {
      expect((await browser.send(route, { name: 'x' })).body, route).toMatchObject(
        bodyWithReason('proof-required'),
      )
    }
    await browser.send('POST /json/users/me/proof', { password: castPassword })
    expect((await browser.send('POST /json/tokens', { name: ' Site ' })).body).toMatchObject({
      result: 'success',
    })
    const replaced = await browser.send('POST /json/users/me/api_key/regenerate')
    expect(replaced.body.api_key).toMatch(/^\w{32}$/)
    await expect(world.carol.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    const { api } = world.dave
    for (const name of ['', '  ', 'x'.repeat(61)]) {
      await expect(api.createToken({ name })).rejects.toMatchObject(
        withReason('token-name-invalid', { max: 60 }),
      )
    }
    for (let n = 0; n < 100; n++) await api.createToken({ name: `Number ${n}` })
    await expect(api.createToken({ name: 'x' })).rejects.toMatchObject(
      withReason('token-limit-reached', { max: 100 }),
    )
  })
})

const adminsOf = async ({
  api,
}: {
  api: { getUserGroups: (input: object) => Promise<{ user_groups: { id: number; name: string }[] }> }
}) => (await api.getUserGroups({})).user_groups.find(({ name }) => name === 'role:administrators')?.id ?? 0

describe('API keys', () => {
  it('can be turned off by owners: requests and open polls end, sessions, tokens and webhooks go on', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const { api, person } = await withToken(world, carol)
    const { user_id } = await carol.api.createBot({ full_name: 'Hook', short_name: 'hook', bot_type: 2 })
    const hook = world.person(user_id)
    const browser = new Browser(world)
    await browser.logIn(carol)
    const poll = carol.api.getEvents(await openQueue(carol))
    const tokenPoll = person.api.getEvents(await openQueue(person))
    await expect(bob.api.updateRealm({ api_keys_enabled: false })).rejects.toMatchObject({
      reason: 'organization-setting-denied',
    })
    await alice.api.updateRealm({ api_keys_enabled: false })
    await expect(poll).resolves.toMatchObject({ events: [] })
    const off = withReason('api-keys-disabled')
    await expect(carol.api.getOwnUser()).rejects.toMatchObject(off)
    await expect(
      hook.api.sendMessage({ type: 'direct', to: [carol.id], content: 'x' }),
    ).rejects.toMatchObject(off)
    await expect(
      world.anyone.fetchApiKey({ username: carol.email, password: castPassword }),
    ).rejects.toMatchObject(off)
    await api.getOwnUser()
    expect((await browser.send('GET /json/users/me')).status).toBe(200)
    await world.anyone.postToIntegration({ integration: 'json', api_key: hook.apiKey, payload: '{"a":1}' })
    await expect(
      world.anyone.postToIntegration({ integration: 'json', api_key: carol.apiKey, payload: '{"a":1}' }),
    ).rejects.toMatchObject(off)
    await expect(tokenPoll).resolves.toMatchObject({ events: [{ type: 'message' }] })
  })
})
