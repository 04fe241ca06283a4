import {
  Browser,
  bodyWithReason,
  castPassword,
  createMailbox,
  createWorld,
  eventually,
  linkInEmail,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('A browser session', () => {
  it('authenticates endpoints below /json with its cookie, and changes with its CSRF token', async () => {
    const world = await createWorld()
    const browser = new Browser(world)
    const before = await browser.send('GET /json/users/me')
    expect(before.body).toMatchObject(bodyWithReason('session-missing'))
    expect(before.headers.get('www-authenticate')).toBe('Session realm="chat"')

    const login = await browser.logIn(world.alice)
    expect(login.body).toMatchObject({ user_id: world.alice.id, email: world.alice.email })
    expect(login.headers.getSetCookie()[0]).toMatch(
      /^loquat_session=\w{32}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=1209600$/,
    )
    expect(login.headers.get('access-control-allow-origin')).toBeNull()
    expect(browser.cookies.get('loquat_csrf')).toBe(login.body.csrf_token)

    expect((await browser.send('GET /json/users/me')).body).toMatchObject({ user_id: world.alice.id })
    const star = { emojiset: 'text' }
    expect((await browser.send('PATCH /json/settings', star)).status).toBe(200)
    const missing = await browser.send('PATCH /json/settings', star, { 'x-csrf-token': '' })
    expect(missing.status).toBe(403)
    expect(missing.body).toMatchObject({ code: 'CSRF_FAILED', reason: 'token incorrect' })
    const foreign = await browser.send('PATCH /json/settings', star, { origin: 'https://evil.example' })
    expect(foreign.body).toMatchObject({ code: 'CSRF_FAILED', reason: 'origin incorrect' })
    const own = await browser.send('PATCH /json/settings', star, { origin: world.url })
    expect(own.status).toBe(200)

    const other = new Browser(world)
    await other.logIn(world.bob)
    const token = other.cookies.get('loquat_csrf') ?? ''
    const stolen = await browser.send('PATCH /json/settings', star, { 'x-csrf-token': token })
    expect(stolen.status).toBe(403)
  })

  it('registers, polls and streams like any client', async () => {
    const world = await createWorld()
    const browser = new Browser(world)
    await browser.logIn(world.alice)
    const { body } = await browser.send('POST /json/register', { event_types: '["alert_words"]' })
    await world.alice.api.addAlertWords({ alert_words: ['loquat'] })
    const poll = `/json/events?queue_id=${body.queue_id}&last_event_id=${body.last_event_id}` as const
    const { body: polled } = await browser.send(`GET ${poll}`)
    expect(polled.events).toMatchObject([{ type: 'alert_words' }])
    const nobody = await new Browser(world).send(`GET ${poll}`)
    expect(nobody.body).toMatchObject(bodyWithReason('session-missing'))
  })

  it('is listed, and ends on logout, from another session, with the account, and after a time', async () => {
    const world = await createWorld()
    const [desk, phone, third] = [new Browser(world), new Browser(world), new Browser(world)]
    for (const browser of [desk, phone, third]) await browser.logIn(world.alice)
    const list = async (browser = desk) => (await browser.send('GET /json/sessions')).body.sessions as never[]
    expect(await list()).toHaveLength(3)
    expect(await list()).toContainEqual(
      expect.objectContaining({ is_current: true, address: '127.0.0.1', user_agent: expect.any(String) }),
    )
    const elsewhere = await world.secondNode()
    const there = new Browser(elsewhere)
    for (const [name, value] of phone.cookies) there.cookies.set(name, value)
    expect((await there.send('GET /json/users/me')).status).toBe(200)

    const current = (await list(phone)).find((one: { is_current: boolean }) => one.is_current) as unknown as {
      id: number
    }
    expect((await desk.send(`DELETE /json/sessions/${current.id}`)).status).toBe(200)
    expect((await desk.send(`DELETE /json/sessions/${current.id}`)).body).toMatchObject(
      bodyWithReason('session-not-found'),
    )
    expect((await phone.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))
    await eventually(async () =>
      expect((await there.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing')),
    )

    expect((await desk.send('DELETE /json/sessions')).status).toBe(200)
    expect((await third.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))
    const key = desk.cookies.get('loquat_session') ?? ''
    const cleared = await desk.send('DELETE /json/sessions/current')
    expect(cleared.status).toBe(200)
    expect([...desk.cookies.keys()]).toEqual(['loquat_known'])
    desk.cookies.set('loquat_session', key)
    expect((await desk.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))

    await desk.logIn(world.carol)
    expect((await desk.send('GET /json/users/me')).status).toBe(200)
    await world.alice.api.deactivateUser({ user_id: world.carol.id })
    expect((await desk.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))
    await world.alice.api.reactivateUser({ user_id: world.carol.id })
    expect((await desk.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))
    await phone.logIn(world.bob)
    world.clock.advance(14 * 24 * 3600 + 1)
    expect((await phone.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))
  })

  it('ends for all others when the password changes; the API key stays', async () => {
    const world = await createWorld()
    const [desk, phone] = [new Browser(world), new Browser(world)]
    for (const browser of [desk, phone]) await browser.logIn(world.alice)
    const changed = { old_password: castPassword, new_password: 'the quiet loquat tree' }
    expect((await desk.send('PATCH /json/settings', changed)).status).toBe(200)
    expect((await desk.send('GET /json/users/me')).status).toBe(200)
    expect((await phone.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))
    await expect(world.alice.api.getOwnUser()).resolves.toMatchObject({ user_id: world.alice.id })
    expect((await phone.logIn(world.alice)).body.code).toBe('AUTHENTICATION_FAILED')
    expect((await phone.logIn(world.alice, changed.new_password)).status).toBe(200)
  })

  it('shows the API key for the password', async () => {
    const world = await createWorld()
    const browser = new Browser(world)
    await browser.logIn(world.alice)
    const shown = await browser.send('POST /json/fetch_api_key', { password: castPassword })
    expect(shown.body).toMatchObject({ api_key: world.alice.apiKey, email: world.alice.email })
    for (const fields of [{ password: 'wrong' }, {}] as Record<string, string>[]) {
      expect((await browser.send('POST /json/fetch_api_key', fields)).body).toMatchObject(
        bodyWithReason('password-wrong'),
      )
    }
    await expect(world.alice.api.showApiKey({ password: castPassword })).resolves.toMatchObject({
      api_key: world.alice.apiKey,
    })
  })

  it('is rate-limited by user name and by client address', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const browser = new Browser(world)
    for (let n = 0; n < 5; n++)
      expect((await browser.logIn(world.alice, 'wrong')).body).toMatchObject(bodyWithReason('login-failed'))
    const limited = await browser.logIn(world.alice)
    expect(limited.body).toMatchObject(bodyWithReason('rate-limit-exceeded'))
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(1_000)
    expect((await browser.logIn(world.bob)).status).toBe(200)
    for (let n = 0; n < 95; n++) await browser.logIn({ email: `nobody${n}@example.com` }, 'wrong')
    expect((await browser.logIn(world.bob)).body).toMatchObject(bodyWithReason('rate-limit-exceeded'))
    world.clock.advance(1_801)
    expect((await browser.logIn(world.bob)).status).toBe(200)
  })
})

describe('A login', () => {
  it('sends no email from a browser that the account has used since its password was set', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    world.clock.advance(120)
    const recipients = async () => (await mailbox.emails(world)).flatMap((email) => email.recipients)
    const desk = new Browser(world)
    for (const person of [world.alice, world.bob, world.alice, world.bob]) {
      await desk.logIn(person)
      await desk.send('DELETE /json/sessions/current')
    }
    expect(await recipients()).toEqual([world.alice.email, world.bob.email])

    const forged = new Browser(world)
    forged.cookies.set('loquat_known', `${'A'.repeat(43)}.${'='.repeat(9_000)}`)
    await forged.logIn(world.alice)
    const shared = new Browser(world)
    const fields = { username: world.alice.email, password: castPassword, remember: 'false' }
    for (let n = 0; n < 2; n++) await shared.send('POST /json/sessions', fields)
    expect(await recipients()).toEqual(Array(3).fill(world.alice.email))

    await desk.logIn(world.alice)
    const changed = { old_password: castPassword, new_password: 'the quiet loquat tree' }
    await desk.send('PATCH /json/settings', changed)
    await recipients()
    await desk.logIn(world.alice, changed.new_password)
    expect((await mailbox.emails(world)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New login/),
    ])
  })

  it('sends an email, unless the account is new or has turned that off', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    world.clock.advance(120)
    await new Browser(world).logIn(world.alice)
    const [email, ...others] = await mailbox.emails(world)
    expect(others).toEqual([])
    expect(email?.recipients).toEqual([world.alice.email])
    expect(email?.subject).toMatch(/^New login to /)
    expect(email?.text).toContain('From: 127.0.0.1')
    expect(email?.html).toContain('Someone just logged in')
    await world.anyone.fetchApiKey({ username: world.alice.email, password: castPassword })
    expect(await mailbox.emails(world)).toHaveLength(1)

    const stop = new URL(linkInEmail(email, '/unsubscribe/login/'))
    expect(email?.headers.get('list-unsubscribe')).toBe(`<${stop.href}>`)
    expect(email?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const visitor = new Browser(world)
    expect((await visitor.send(`GET ${stop.pathname}` as 'GET /')).text).toContain('Unsubscribe')
    expect((await visitor.send(`POST ${stop.pathname}x` as 'POST /')).status).toBe(404)
    expect((await visitor.send(`POST ${stop.pathname}` as 'POST /')).status).toBe(200)
    await new Browser(world).logIn(world.alice)
    expect(await mailbox.emails(world)).toEqual([])

    const { user_id } = await world.alice.api.createUser({
      email: 'new@example.com',
      full_name: 'New Person',
      password: castPassword,
    })
    await mailbox.emails(world)
    world.clock.advance(-120)
    await new Browser(world).logIn(world.person(user_id))
    expect(await mailbox.emails(world)).toEqual([])
  })
})
