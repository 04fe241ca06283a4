import {
  Browser,
  bodyWithReason,
  createMailbox,
  createWorld,
  eventsPerUser,
  expectEventsToReproduceState,
  keyOfLink,
  type World,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { invited } from '../invitations/testing/fixtures.ts'
import { startProvider, type TestProvider } from './testing/provider.ts'

const url = 'https://chat.orchard.example'
const path = '/accounts/login/openid/acme'

/** Logs in through the provider. */
async function logIn(world: Pick<World, 'url'>, provider: TestProvider, who: string | undefined, query = '') {
  const browser = new Browser(world)
  const sent = await browser.send(`GET ${path}${query}`)
  expect(sent.status).toBe(303)
  provider.who = who
  const back = new URL(await provider.visit(sent.headers.get('location') ?? ''))
  expect(back.origin + back.pathname).toBe(`${url}${path}/callback`)
  const arrival = `GET ${path}/callback${back.search}` as const
  const answer = await browser.send(arrival)
  const me = (await browser.send('GET /json/users/me')).body
  return { browser, answer, arrival, me }
}

describe('Logging in with an OpenID provider', () => {
  it('finds the account by its verified address, and later by its subject', async () => {
    const provider = await startProvider(`${url}${path}/callback`)
    const world = await createWorld({ config: { url, openIdProviders: [provider.config] }, quiet: true })
    const { carol, dave } = world
    provider.accounts.set('c', { email: 'Carol@EXAMPLE.com', email_verified: true })
    const first = await logIn(world, provider, 'c', '?next=%2F%23inbox')
    expect(first.answer.status).toBe(303)
    expect(first.answer.headers.get('location')).toBe('/#inbox')
    expect(first.me).toMatchObject({ user_id: carol.id })
    expect([...first.browser.cookies.keys()].sort()).toEqual([
      '__Host-loquat_csrf',
      '__Host-loquat_known',
      '__Host-loquat_session',
      'loquat_first_login',
      'loquat_organizations',
    ])

    provider.accounts.set('c', { email: 'dave@example.com', email_verified: true })
    const second = await logIn(world, provider, 'c', '?next=https://evil.example/')
    expect(second.me).toMatchObject({ user_id: carol.id })
    expect(second.answer.headers.get('location')).toBe('/')

    for (const email_verified of [false, undefined, 'true' as never]) {
      provider.accounts.set('d', {
        email: dave.email,
        ...(email_verified === undefined ? {} : { email_verified }),
      })
      const stolen = await logIn(world, provider, 'd')
      expect(stolen.answer, String(email_verified)).toMatchObject({ status: 401 })
      expect(stolen.me).toMatchObject(bodyWithReason('session-missing'))
    }

    provider.accounts.set('n', { email: 'nobody@example.com', email_verified: true })
    const { answer } = await logIn(world, provider, 'n')
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('There is no account for nobody@example.com here.')
    await world.bob.api.deactivateUser({ user_id: carol.id })
    const gone = await logIn(world, provider, 'c')
    expect(gone.answer).toMatchObject({ status: 401 })
    expect(gone.answer.text).toContain('This account has been deactivated.')
    await world.alice.api.deactivateRealm({ deletion_delay_days: 14 })
    const over = await logIn(world, provider, 'c')
    expect(over.answer.text).toContain('This organization has been deactivated.')
  })

  it('creates one account for an allowed user, and publishes it', async () => {
    const provider = await startProvider(`${url}${path}/callback`)
    const mailbox = await createMailbox()
    const config = { url, openIdProviders: [provider.config], smtpUrl: mailbox.smtpUrl, webApp: true }
    const world = await createWorld({ config, quiet: true })
    const { alice, bob } = world
    const key = await invited(world, mailbox, 'ivy@example.com', alice, { invite_as: 600 })
    provider.accounts.set('i', { email: 'Ivy@example.com', email_verified: true, name: 'Ivy "The Vine" <x>' })
    provider.accounts.set('o', { email: 'other@example.com', email_verified: true, name: 'O' })

    const wrong = await logIn(world, provider, 'o', `?key=${key}`)
    expect(wrong.answer.text).toContain('This invitation is for ivy@example.com')
    const received = await eventsPerUser({ bob }, async () => {
      const [one, two] = [logIn(world, provider, 'i', `?key=${key}`), logIn(world, provider, 'i')]
      expect((await one).me).toMatchObject({
        role: 600,
        full_name: 'Ivy The Vine <x',
        email: 'Ivy@example.com',
      })
      expect((await two).me.user_id).toBe((await one).me.user_id)
    })
    expect(received.bob?.filter((event) => event.type === 'realm_user')).toHaveLength(1)
    const used = await logIn(world, provider, 'o', `?key=${key}`)
    expect(used.answer.status).toBe(404)

    await bob.api.subscribe({ subscriptions: [{ name: 'harvest' }] })
    const { stream_id: harvest } = await bob.api.getChannelId({ stream: 'harvest' })
    const { invite_link } = await bob.api.createInvitationLink({ stream_ids: [harvest] })
    const link = keyOfLink(invite_link)
    const page = await new Browser(world).send(`GET /join/${link}/`)
    expect(page.text).toContain(`href="${path}?key=${link}"`)
    const joined = await logIn(world, provider, 'o', `?key=${link}`)
    expect(joined.me).toMatchObject({ role: 400, full_name: 'other' })
    expect(joined.answer.headers.get('location')).toBe(`/c/${harvest}?welcome`)
    const again = await logIn(world, provider, 'o', `?key=${link}`)
    expect(again.answer.headers.get('location')).toBe('/')

    await alice.api.updateRealm({ invite_required: false, emails_restricted_to_domains: false })
    provider.accounts.set('w', { email: 'walk.in@example.com', email_verified: true, name: 'Walk In' })
    await expectEventsToReproduceState(bob, async () => {
      const { me } = await logIn(world, provider, 'w', '?language=de')
      expect(me).toMatchObject({ full_name: 'Walk In' })
    })
    const password = { old_password: '', new_password: 'the quiet loquat tree' }
    const { apiKey } = world.person((await logIn(world, provider, 'w')).me.user_id as number)
    const walkIn = { id: 0, email: 'walk.in@example.com', apiKey, api: alice.api }
    const refused = await world.raw('/api/v1/settings', {
      method: 'PATCH',
      body: new URLSearchParams(password),
      as: walkIn,
    })
    expect(await refused.json()).toMatchObject({
      ...bodyWithReason('old-password-missing'),
      msg: expect.stringMatching(/don't have a password yet/),
    })
    await mailbox.emails(world)
    await world.anyone.requestPasswordReset({ email: walkIn.email })
    expect((await mailbox.emails(world))[0]?.subject).toMatch(/^Passwort für/)
  })

  it('explains failures, and rejects logins that did not start here', async () => {
    const provider = await startProvider(`${url}${path}/callback`)
    const config = {
      url,
      openIdProviders: [provider.config, { ...provider.config, name: 'play', autoSignup: true }],
    }
    const world = await createWorld({ config, quiet: true })
    provider.accounts.set('c', { email: 'carol@example.com', email_verified: true })
    const denied = await logIn(world, provider, undefined)
    expect(denied.answer.status).toBe(400)
    expect(denied.answer.text).toContain('Work &amp; Co said: They &lt;b&gt;did not&lt;/b&gt; want to.')

    const { arrival, browser } = await logIn(world, provider, 'c')
    const stranger = new Browser(world)
    expect((await stranger.send(arrival)).status).toBe(400)
    await stranger.send(`GET ${path}`)
    const [name = '', value = ''] = [...stranger.cookies][0] ?? []
    expect(name).toBe('__Host-loquat_openid')
    expect((await stranger.send(arrival)).status).toBe(400)
    for (const forged of ['', 'e30.', `${value}x`, `x${value}`]) {
      stranger.cookies.set(name, forged)
      expect((await stranger.send(arrival)).status, forged).toBe(400)
    }
    stranger.cookies.set(name, value)
    const elsewhere = arrival.replace('/acme/', '/play/') as typeof arrival
    expect((await stranger.send(elsewhere)).text).toContain('started in another window')
    world.clock.advance(601)
    expect((await stranger.send(`GET ${path}/callback?error=x&error_description=y`)).text).not.toContain(
      'said',
    )
    expect((await browser.send(`GET ${path}?next=/there`)).headers.get('location')).toBe('/there')
    expect((await stranger.send('GET /accounts/login/openid/nothing')).status).toBe(404)

    await provider.stop()
    world.clock.advance(3_600)
    const away = await new Browser(world).send(`GET ${path}`)
    expect(away.status).toBe(400)
    expect(away.text).toContain('reach')
  })

  it('is offered in organizations that enable it, with the providers in order', async () => {
    const provider = await startProvider(`${url}${path}/callback`)
    const config = {
      url,
      openIdProviders: [provider.config, { ...provider.config, name: 'play', iconUrl: undefined }],
    }
    const world = await createWorld({ config })
    const { alice, anyone } = world
    const listed = {
      display_name: 'Work & Co',
      display_icon: 'https://acme.example/icon.png',
      login_url: path,
      signup_url: path,
      name: 'openid:acme',
    }
    const settings = await anyone.getServerSettings()
    expect(settings.external_authentication_methods).toMatchObject([
      listed,
      { name: 'openid:play', display_icon: null },
    ])
    expect(settings.authentication_methods).toMatchObject({ 'openid connect': true })
    expect((await alice.api.register()).realm_authentication_methods).toMatchObject({
      'OpenID Connect': { enabled: true, available: true },
    })
    const loginPage = async () => (await new Browser(world).send('GET /login?next=/x')).text
    expect(await loginPage()).toMatch(/type="password".*openid\/acme\?next=%2Fx.*openid\/play\?next=%2Fx/s)
    await alice.api.updateRealm({
      authentication_methods: { Email: false, LDAP: false, 'OpenID Connect': true },
    })
    expect(await loginPage()).not.toContain('type="password"')
    await alice.api.updateRealm({ authentication_methods: { Email: true, 'OpenID Connect': false } })
    expect(await loginPage()).not.toContain('openid')
    expect(await anyone.getServerSettings()).toMatchObject({
      external_authentication_methods: [],
      authentication_methods: { 'openid connect': false },
    })
    expect((await new Browser(world).send(`GET ${path}`)).status).toBe(404)
  })
})
