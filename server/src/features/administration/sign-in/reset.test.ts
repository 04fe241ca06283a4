import {
  Browser,
  bodyWithReason,
  castPassword,
  createMailbox,
  createWorld,
  keyInEmail,
  linkInEmail,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const better = 'the quiet loquat tree'

describe('A forgotten password', () => {
  it('is replaced with an emailed link, once, and every session ends', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const session = new Browser(world)
    await session.logIn(world.carol)
    // Drops emails about the login.
    await mailbox.emails(world)

    await world.anyone.requestPasswordReset({ email: 'CAROL@example.com' })
    await world.anyone.requestPasswordReset({ email: world.carol.email })
    const [first, second] = await mailbox.emails(world)
    expect(first?.recipients).toEqual([world.carol.email])
    expect(first?.subject).toMatch(/^Reset your password for /)
    const key = keyInEmail(first, '/reset/')
    const sister = keyInEmail(second, '/reset/')

    expect((await world.anyone.getPasswordReset({ key })).email).toBe(world.carol.email)
    await expect(world.anyone.resetPassword({ key, new_password: 'abc123' })).rejects.toMatchObject(
      withReason('new-password-too-weak'),
    )
    expect((await world.anyone.resetPassword({ key, new_password: better })).email).toBe(world.carol.email)
    expect((await session.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))
    expect((await session.logIn(world.carol)).body).toMatchObject(bodyWithReason('login-failed'))
    expect((await session.logIn(world.carol, better)).status).toBe(200)
    await expect(world.carol.api.getOwnUser()).resolves.toBeTruthy()

    // Used, asked for together with the used one, never issued: all the same.
    for (const dead of [key, sister, 'a'.repeat(24), '../etc']) {
      await expect(world.anyone.getPasswordReset({ key: dead })).rejects.toMatchObject(
        withReason('link-expired'),
      )
      const attempt = world.anyone.resetPassword({ key: dead, new_password: better })
      await expect(attempt).rejects.toMatchObject(withReason('link-expired'))
    }
  })

  it("gets the same reply for every address, and an email that explains the account's state", async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    await world.alice.api.deactivateUser({ user_id: world.dave.id })
    const answers = []
    for (const email of [world.carol.email, world.dave.email, 'nobody@example.com']) {
      answers.push(await world.anyone.requestPasswordReset({ email }))
    }
    expect(answers).toEqual([{}, {}, {}])
    const emails = await mailbox.emails(world)
    const received = new Map(emails.map(({ recipients, text }) => [recipients[0], text]))
    expect(received.get(world.carol.email)).toContain('/reset/')
    expect(received.get(world.dave.email)).toContain('has been deactivated')
    expect(received.get('nobody@example.com')).toContain('There is no account')
    for (const email of ['', 'nobody', 'a@b, c@d', 'a@b\nBcc: x@y.z', `${'a'.repeat(250)}@b.example`]) {
      await expect(world.anyone.requestPasswordReset({ email }), email).rejects.toMatchObject(
        withReason('email-address-invalid'),
      )
    }
    expect(await mailbox.emails(world)).toEqual([])
  })

  it('gets a link that is valid for three days, while the address belongs to the user', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const link = async () => {
      await world.anyone.requestPasswordReset({ email: world.carol.email })
      const [email] = await mailbox.emails(world)
      return keyInEmail(email, '/reset/')
    }
    const key = await link()
    world.clock.advance(3 * 24 * 3600 - 5)
    await expect(world.anyone.getPasswordReset({ key })).resolves.toBeTruthy()
    world.clock.advance(10)
    await expect(world.anyone.getPasswordReset({ key })).rejects.toMatchObject(withReason('link-expired'))
    const another = await link()
    await world.alice.api.updateUser({ user_id: world.carol.id, new_email: 'moved@example.com' })
    await expect(world.anyone.getPasswordReset({ key: another })).rejects.toMatchObject(
      withReason('link-expired'),
    )
  })

  it('is limited to two requests an hour per address and five a day per client', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const ask = async (email: string) =>
      await world.anyone.requestPasswordReset({ email }).then(
        () => 200,
        (error: { status: number }) => error.status,
      )
    expect([await ask('a@x.org'), await ask('A@x.org'), await ask('a@x.org')]).toEqual([200, 200, 429])
    expect([await ask('b@x.org'), await ask('c@x.org'), await ask('d@x.org')]).toEqual([200, 200, 200])
    expect(await ask('e@x.org')).toBe(429)
    world.clock.advance(24 * 3600 + 1)
    expect(await ask('a@x.org')).toBe(200)
  })
})

describe('The sign-in pages', () => {
  it('lead from a forgotten password to being logged in, without a script', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const browser = new Browser(world)
    const form = await browser.send('GET /login')
    expect(form.text).toContain('autocomplete="current-password"')
    expect(form.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(form.headers.get('referrer-policy')).toBe('same-origin')
    const wrong = await browser.send('POST /login', { username: world.carol.email, password: '<b>no' })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('Wrong email address or password.')
    expect(wrong.text).toContain(`value="${world.carol.email}"`)
    expect(wrong.text).not.toContain('<b>no')
    // The same for unknown accounts. The focus is on the password field, with the error.
    const unknown = await browser.send('POST /login', { username: 'nobody@example.com', password: 'no' })
    // The challenge for passkeys is random.
    const besides = (page: string, email: string) =>
      page.replaceAll(email, '…').replace(/challenge&quot;:&quot;[\w-]+/, '')
    expect(besides(unknown.text, 'nobody@example.com')).toBe(besides(wrong.text, world.carol.email))
    expect(wrong.text).toMatch(
      /name="password"[^>]* autofocus aria-invalid="true" aria-describedby="problem"/,
    )

    expect((await browser.send('POST /login/forgot', { email: world.carol.email })).text).toContain(
      'sent it a link',
    )
    const [email] = await mailbox.emails(world)
    const path = new URL(linkInEmail(email, '/reset/')).pathname as '/'
    expect((await browser.send(`GET ${path}`)).text).toContain(world.carol.email)
    expect((await browser.send(`POST ${path}`, { new_password: 'abc' })).text).toContain('too easy to guess')
    expect((await browser.send(`POST ${path}`, { new_password: better })).status).toBe(200)
    const again = await browser.send(`GET ${path}`)
    expect([again.status, again.text.includes('/login/forgot')]).toEqual([404, true])
    const twice = await browser.send(`POST ${path}`, { new_password: `${better} again` })
    expect([twice.status, twice.text.includes('/login/forgot')]).toEqual([404, true])

    const wanted = { username: world.carol.email, password: better }
    for (const [next, to] of [
      ['/settings', '/settings'],
      ['/c/12-design/t/logo?with=3#x', '/c/12-design/t/logo?with=3#x'],
      ['/joinery', '/joinery'],
      ['/login?next=/login', '/'],
      ['/api/v1/users/me', '/'],
      ['https://evil.example', '/'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['/\t/evil.example', '/'],
      ['/..//evil.example', '/'],
      ['/.//evil.example', '/'],
      ['/;@evil.example', '/;@evil.example'],
      ['/фиги?с=ё#ж', '/%D1%84%D0%B8%D0%B3%D0%B8?%D1%81=%D1%91#%D0%B6'],
      ['/a b\u0000\r\nset-cookie: x=y', '/a%20b%00set-cookie:%20x=y'],
      ['/\u{1f351}\ud800', '/%F0%9F%8D%91%EF%BF%BD'],
      ['/%zz%', '/%zz%'],
    ] as const) {
      const visitor = new Browser(world)
      const sent = await visitor.send(`POST /login?${new URLSearchParams({ next })}`, wanted)
      expect([sent.status, sent.headers.get('location')], next).toEqual([303, to])
      const again = await visitor.send(`GET /login?${new URLSearchParams({ next })}`)
      expect([again.status, again.headers.get('location')], next).toEqual([303, to])
    }
    const foreign = await browser.send('POST /login', wanted, { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    await browser.send('POST /login', { ...wanted, shared: 'on' })
    expect((await browser.send('GET /')).text).toContain('Carol Member')
    expect((await browser.send('POST /logout')).headers.get('location')).toBe('/login')
    expect((await browser.send('GET /')).text).not.toContain('Carol Member')
    expect((await browser.send('POST /login', { ...wanted, password: castPassword })).status).toBe(401)
  })

  it('show the description, other organizations, the waiting time and deactivation', async () => {
    const world = await createWorld({ config: { rateLimits: true, url: 'https://chat.example.com' } })
    const { alice, carol, dave } = world
    await alice.api.updateRealm({ description: 'We grow *loquats*.' })
    const cookie = (list: unknown) => `loquat_organizations=${encodeURIComponent(JSON.stringify(list))}`
    const places = [
      ['Plum & Co', 'https://plum.chat.example.com'],
      ['Evil', 'https://evil.example'],
      ['Worse', 'javascript:alert(1)'],
      ['Here', 'https://chat.example.com'],
    ]
    const browser = new Browser(world)
    const page = await browser.send('GET /login', {}, { cookie: cookie(places) })
    expect(page.text).toContain('We grow <em>loquats</em>.')
    expect(page.text).toContain('<a href="https://plum.chat.example.com/">Plum &amp; Co</a>')
    expect(page.text).not.toMatch(/Evil|Worse|Here/)
    for (const nonsense of ['{', '%', '"x"', '[1, [2, 3], ["a"]]'])
      expect((await browser.send('GET /login', {}, { cookie: cookie(nonsense) })).status).toBe(200)
    const opened = await browser.send(
      'POST /login',
      { username: carol.email, password: castPassword },
      { cookie: cookie(places) },
    )
    const kept = opened.headers.getSetCookie().find((one) => one.startsWith('loquat_organizations=')) ?? ''
    expect(kept).toContain('Domain=chat.example.com; Path=/; SameSite=Lax')
    expect(JSON.parse(decodeURIComponent(/=([^;]*)/.exec(kept)?.[1] ?? ''))).toEqual([
      ['Orchard', 'https://chat.example.com'],
      ['Plum & Co', 'https://plum.chat.example.com'],
    ])
    const shared = await browser.send('POST /login', {
      username: carol.email,
      password: castPassword,
      shared: 'on',
    })
    expect(shared.headers.getSetCookie().join()).not.toMatch(/loquat_organizations|Max-Age/)
    // The cookie marks a shared device until a permanent login.
    expect(shared.headers.getSetCookie().join()).toMatch(/loquat_shared=1; Path=\/; SameSite=Lax/)
    const stayed = await browser.send('POST /login', { username: carol.email, password: castPassword })
    expect(stayed.headers.getSetCookie().join()).toMatch(/loquat_shared=; .*Max-Age=0/)

    const guess = () => new Browser(world).send('POST /login', { username: dave.email, password: 'no' })
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(401)
    const late = await guess()
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(1_700)
    expect(late.text).toMatch(/Try again in <span data-seconds="1\d{3}">30 minutes<\/span>/)
    expect(late.text).toContain(`value="${dave.email}"`)
    const script = await new Browser(world).send('GET /pages/helper.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')

    await alice.api.deactivateUser({ user_id: dave.id })
    world.clock.advance(1_801)
    expect((await guess()).text).toContain('Wrong email address or password.')
    const right = await new Browser(world).send('POST /login', {
      username: dave.email,
      password: castPassword,
    })
    expect(right.text).toContain('This account has been deactivated.')
    await alice.api.deactivateRealm({})
    const closed = await new Browser(world).send('GET /login')
    expect([closed.status, closed.text.includes('has been deactivated')]).toEqual([403, true])
  })
})
