import {
  Browser,
  bodyWithReason,
  castPassword,
  createWorld,
  eventually,
  keyOfLink,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { startProvider } from '../external-login/testing/provider.ts'
import { endExpiredSessions } from './expiry.ts'

const minute = 60
const missing = bodyWithReason('session-missing')
const ownUser = async (browser: Browser, headers: Record<string, string> = {}) =>
  (await browser.send('GET /json/users/me', {}, headers)).body

async function streamOf(browser: Browser, url: string) {
  const { body } = await browser.send('POST /json/register', { event_types: '["alert_words"]' })
  const query = `queue_id=${body.queue_id}&last_event_id=${body.last_event_id}`
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${url}/json/events?${query}`, {
    headers: { accept: 'text/event-stream', cookie },
  })
  return { status: response.status, ended: response.text() }
}

describe('The sign-in policy', () => {
  it('ends sessions by the role of their user, after a time and after idle time, in every process', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    const [owner, member] = [new Browser(world), new Browser(world)]
    await owner.logIn(alice)
    await member.logIn(carol)
    await alice.api.updateSignInPolicy({ session_minutes: { member: 60 }, idle_minutes: { member: 20 } })
    const elsewhere = new Browser(await world.secondNode())
    for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value)
    expect(await ownUser(elsewhere)).toMatchObject({ user_id: carol.id })

    for (let n = 0; n < 2; n++) {
      clock.advance(15 * minute)
      expect(await ownUser(member)).toMatchObject({ user_id: carol.id })
    }
    // The other process has seen no use for half an hour, and finds that of the first one.
    await eventually(async () => expect(await ownUser(elsewhere)).toMatchObject({ user_id: carol.id }))
    clock.advance(19 * minute)
    // Neither polls nor presence that the browser reports by itself keep a session.
    await member.send('POST /json/users/me/presence', { status: 'idle', ping_only: 'true' })
    clock.advance(2 * minute + 1)
    expect(await ownUser(member)).toMatchObject(missing)

    const again = await member.logIn(carol)
    expect(again.headers.getSetCookie()[0]).toContain('Max-Age=3600')
    for (let n = 0; n < 3; n++) {
      clock.advance(19 * minute)
      expect(await ownUser(member)).toMatchObject({ user_id: carol.id })
    }
    clock.advance(3 * minute)
    expect(await ownUser(member)).toMatchObject(missing)
    expect(await ownUser(owner)).toMatchObject({ user_id: alice.id })
  })

  it('ends streams of sessions that are over', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    const elsewhere = await world.secondNode()
    const browser = new Browser(elsewhere)
    await browser.logIn(carol)
    await alice.api.updateSignInPolicy({ session_minutes: { member: 30 } })
    const stream = await streamOf(browser, elsewhere.url)
    expect(stream.status).toBe(200)
    clock.advance(31 * minute)
    await endExpiredSessions.run(world.app, {})
    expect(await stream.ended).not.toContain('data:')
    expect(await ownUser(browser)).toMatchObject(missing)
    expect((await carol.api.getSessions()).sessions).toEqual([])
  })

  it('has bounds, belongs to owners, and is recorded', async () => {
    const { alice, bob } = await createWorld()
    await expect(bob.api.getSignInPolicy()).rejects.toMatchObject({ status: 400 })
    for (const change of [
      { session_minutes: { guest: 14 } },
      { idle_minutes: { guest: 43_201 } },
      { password_min_length: 65 },
      { password_min_level: 0 },
    ])
      await expect(alice.api.updateSignInPolicy(change)).rejects.toMatchObject({ status: 400 })
    await alice.api.updateSignInPolicy({ idle_minutes: { guest: 5 } })
    await alice.api.updateSignInPolicy({ idle_minutes: { member: 7 } })
    const { sign_in_policy, address } = await alice.api.getSignInPolicy()
    expect(sign_in_policy.idle_minutes).toMatchObject({ guest: 5, member: 7, owner: null })
    expect(address).toBe('127.0.0.1')
    const { entries } = await alice.api.getAuditLog({ limit: 1 })
    expect(entries[0]).toMatchObject({ kind: 'organization.sign_in_policy_changed', actor_id: alice.id })
  })

  it('lets administrators sign out others everywhere, but not owners', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const [desk, phone] = [new Browser(world), new Browser(world)]
    await desk.logIn(carol)
    await phone.logIn(carol)
    expect(await bob.api.signOutUser({ user_id: carol.id })).toMatchObject({ sessions: 2 })
    expect(await ownUser(desk)).toMatchObject(missing)
    expect(await ownUser(phone)).toMatchObject(missing)
    expect(await carol.api.getOwnUser()).toMatchObject({ user_id: carol.id })
    await expect(bob.api.signOutUser({ user_id: alice.id })).rejects.toMatchObject(
      withReason('sign-out-of-owner-denied'),
    )
    await expect(carol.api.signOutUser({ user_id: bob.id })).rejects.toMatchObject({ status: 400 })
  })

  it('turns passwords off for everyone but owners, who cannot lock themselves out', async () => {
    const alone = await createWorld()
    await expect(
      alone.alice.api.updateSignInPolicy({ single_sign_on_only: 'except_owners' }),
    ).rejects.toMatchObject(withReason('single-sign-on-missing'))

    const provider = await startProvider('https://chat.orchard.example/accounts/login/openid/acme/callback')
    const world = await createWorld({ config: { openIdProviders: [provider.config] }, quiet: true })
    const { alice, carol } = world
    await expect(alice.api.updateSignInPolicy({ single_sign_on_only: 'everyone' })).rejects.toMatchObject(
      withReason('single-sign-on-without-way-back'),
    )
    await alice.api.updateSignInPolicy({ single_sign_on_only: 'except_owners' })
    const browser = new Browser(world)
    const denied = bodyWithReason('login-by-password-disabled')
    expect((await browser.logIn(carol)).body).toMatchObject(denied)
    expect((await browser.logIn(alice, 'wrong')).body).toMatchObject(denied)
    expect((await browser.logIn(alice)).body).toMatchObject({ user_id: alice.id })
    for (const person of [alice, carol]) {
      const call = person.api.fetchApiKey({ username: person.email, password: castPassword })
      await expect(call).rejects.toMatchObject(withReason('login-by-password-disabled'))
    }
    expect(await alice.api.getServerSettings()).toMatchObject({
      authentication_methods: { password: false, 'openid connect': true },
    })
    const page = await new Browser(world).send('GET /login')
    expect(page.text).not.toContain('name="password"')
    expect(page.text).toContain('/login?owner')
    expect((await new Browser(world).send('GET /login?owner')).text).toContain('name="password"')

    await expect(
      alice.api.updateRealm({ authentication_methods: { Email: true, 'OpenID Connect': false } }),
    ).rejects.toMatchObject(withReason('organization-login-method-missing'))
    const { invite_link } = await alice.api.createInvitationLink({ stream_ids: [] })
    expect(keyOfLink(invite_link)).not.toBe('')
    await alice.api.updateSignInPolicy({ single_sign_on_only: 'off' })
    expect((await browser.logIn(carol)).body).toMatchObject({ user_id: carol.id })
  })

  it('allows only certain networks, for sessions, API keys, files and streams, without locking out its author', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const [inside, outside] = ['2001:db8:1::7', '198.51.100.1']
    const denied = bodyWithReason('network-denied')
    const browser = new Browser(world)
    await browser.send(
      'POST /json/sessions',
      { username: carol.email, password: castPassword },
      from(outside),
    )
    expect(await ownUser(browser, from(outside))).toMatchObject({ user_id: carol.id })
    const stream = await streamOf(browser, world.url)

    for (const network of ['10.0.0.1/8', 'nowhere', '10.0.0.0/33', '2001:db8::/129'])
      await expect(alice.api.updateSignInPolicy({ allowed_networks: [network] })).rejects.toMatchObject(
        withReason('network-invalid', { network }),
      )
    await expect(
      alice.api.updateSignInPolicy({ allowed_networks: ['10.0.0.0/8', '2001:db8::/32'] }),
    ).rejects.toMatchObject(withReason('network-excludes-caller', { address: '127.0.0.1' }))
    const { sign_in_policy } = await alice.api.updateSignInPolicy({
      allowed_networks: ['127.0.0.1', '2001:DB8::/32', '2001:db8::/32'],
    })
    expect(sign_in_policy.allowed_networks).toEqual(['127.0.0.1/32', '2001:db8::/32'])

    // The stream began before the change; its browser has to come back.
    expect(await stream.ended).not.toContain('data:')
    expect(await ownUser(browser, from(outside))).toMatchObject(denied)
    expect(await ownUser(browser, from(inside))).toMatchObject({ user_id: carol.id })
    const login = { username: carol.email, password: castPassword }
    const refused = await new Browser(world).send('POST /json/sessions', login, from(outside))
    expect(refused.body).toMatchObject(denied)
    for (const path of [
      '/api/v1/users/me',
      `/avatar/${carol.id}`,
      '/api/v1/events?queue_id=x&last_event_id=0',
    ]) {
      const response = await world.raw(path, { as: carol, headers: from(outside), redirect: 'manual' })
      expect(response.status, path).toBe(403)
      expect(await response.json(), path).toMatchObject(denied)
    }
    expect((await world.raw('/api/v1/users/me', { as: carol, headers: from(inside) })).status).toBe(200)
    const tus = { ...from(outside), 'tus-resumable': '1.0.0', 'upload-length': '3' }
    expect((await world.raw('/api/v1/tus/', { as: carol, method: 'POST', headers: tus })).status).toBe(403)
    await alice.api.updateSignInPolicy({ allowed_networks: [] })
    expect(await ownUser(browser, from(outside))).toMatchObject({ user_id: carol.id })
  })

  it('sets length and strength of new passwords', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.updateSignInPolicy({ password_min_length: 14, password_min_level: 3 })
    const change = (new_password: string) =>
      carol.api.updateSettings({ old_password: castPassword, new_password })
    await expect(change('x9$Lm2@qQz')).rejects.toMatchObject(
      withReason('new-password-too-short', { min: 14 }),
    )
    await expect(change('aaaaaaaaaaaaaaaaaaaa')).rejects.toMatchObject(withReason('new-password-too-weak'))
    await change('loquats ripen in spring')
    const { password_min_length, password_min_guesses } = await carol.api.register()
    expect({ password_min_length, password_min_guesses }).toEqual({
      password_min_length: 14,
      password_min_guesses: 1e8,
    })
  })
})
