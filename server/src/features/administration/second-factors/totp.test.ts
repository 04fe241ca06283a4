import { request } from 'node:http'
import { Browser, castPassword, createMailbox, createWorld, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '../realm-lifecycle/create.ts'
import { afterPassword, codeOf, setUpTotp } from './testing/authenticator-app.ts'

/** Where the second step leads under another host name, which fetch does not let one choose. */
const verifyAt = (world: World, host: string, key: string, code: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const headers = {
      host,
      cookie: `loquat_pending=${key}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const sent = request(`${world.url}/login/verify`, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.headers.location)
    })
    sent.on('error', reject)
    sent.end(`code=${code}`)
  })

const loggedIn = { status: 303 }
const isLoggedIn = (browser: Browser) => browser.cookies.has('loquat_session')
const verify = (browser: Browser, code: string, fields: Record<string, string> = {}) =>
  browser.send('POST /login/verify', { code, ...fields })

describe('An authenticator app', () => {
  it('asks for a code after the password, once it is confirmed, and goes to the requested view', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol } = world
    await expect(carol.api.startTotp({})).rejects.toMatchObject(withReason('proof-required'))
    await expect(carol.api.confirmTotp({ code: '123456' })).rejects.toMatchObject(
      withReason('totp-setup-missing'),
    )
    const { secret, url, qr_svg } = await carol.api.startTotp({ password: castPassword })
    expect(url).toMatch(/^otpauth:\/\/totp\/Orchard:carol%40example\.com\?/)
    expect(qr_svg).toMatch(/^<svg /)
    expect((await carol.api.startTotp({ password: castPassword })).secret).toBe(secret)
    expect((await afterPassword(world, carol)).to).toBe('/')
    const wrong = codeOf(world, secret, 7)
    await expect(carol.api.confirmTotp({ code: wrong })).rejects.toMatchObject(withReason('code-wrong'))
    const { recovery_codes } = await carol.api.confirmTotp({ code: codeOf(world, secret) })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await carol.api.getFactors()).toMatchObject({ totp: {}, recovery_codes_left: 10 })
    await expect(carol.api.startTotp({ password: castPassword })).rejects.toMatchObject(
      withReason('totp-already-set-up'),
    )
    expect((await mailbox.emails(world)).map(({ subject }) => subject)).toContain(
      'Authenticator app added to your account on Orchard',
    )

    world.clock.advance(30)
    const browser = new Browser(world)
    const fields = { username: carol.email, password: castPassword }
    const first = await browser.send('POST /login?next=%2Fc%2F7', fields)
    expect(first.headers.get('location')).toBe('/login/verify?next=%2Fc%2F7')
    expect(isLoggedIn(browser)).toBe(false)
    const page = await browser.send('GET /login/verify?next=%2Fc%2F7')
    expect(page.text).toContain('autocomplete="one-time-code"')
    const refused = await browser.send('POST /login/verify?next=%2Fc%2F7', { code: wrong })
    expect(refused.status).toBe(401)
    expect(refused.text).toContain('This code is wrong or has already been used.')
    const done = await browser.send('POST /login/verify?next=%2Fc%2F7', { code: ` ${codeOf(world, secret)}` })
    expect(done.headers.get('location')).toBe('/c/7')
    expect((await browser.send('GET /json/users/me')).body).toMatchObject({ user_id: carol.id })
  })

  it('accepts each code once, also for concurrent logins, and codes of one period before and after', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol } = world
    const { code } = await setUpTotp(world, carol)
    const subject = 'Used code entered for your account on Orchard'
    const reports = async () => (await mailbox.emails(world)).filter((email) => email.subject === subject)
    const first = await Promise.all([afterPassword(world, carol), afterPassword(world, carol)])
    const answers = await Promise.all(first.map(({ browser }) => verify(browser, code())))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401])
    expect(await reports()).toHaveLength(1)
    const { browser } = await afterPassword(world, carol)
    expect((await verify(browser, code())).status).toBe(401)
    expect((await reports()).map(({ recipients }) => recipients)).toEqual([[carol.email]])
    // The period before is older than the used one.
    for (const wrong of [code(-1), code(2)]) expect((await verify(browser, wrong)).status).toBe(401)
    expect(await reports()).toEqual([])
    expect(await verify(browser, code(1))).toMatchObject(loggedIn)
    world.clock.advance(90)
    const { browser: late } = await afterPassword(world, carol)
    expect((await verify(late, code(-2))).status).toBe(401)
    expect(await verify(late, code(-1))).toMatchObject(loggedIn)
  })

  it('is needed by clients that log in with a password, too', async () => {
    const world = await createWorld()
    const { carol } = world
    const { code, recoveryCodes } = await setUpTotp(world, carol)
    const login = { username: carol.email, password: castPassword }
    const { fetchApiKey, logIn } = world.anyone
    for (const call of [fetchApiKey, logIn]) {
      await expect(call(login)).rejects.toMatchObject(withReason('second-factor-missing'))
      await expect(call({ ...login, code: '000000x' })).rejects.toMatchObject(
        withReason('second-factor-wrong'),
      )
      // The password comes first, so that nobody learns whether an account has a second factor.
      const guess = { ...login, password: 'wrong' }
      await expect(call(guess)).rejects.toMatchObject(withReason('login-failed'))
    }
    expect(await fetchApiKey({ ...login, code: code() })).toMatchObject({ api_key: carol.apiKey })
    expect(await logIn({ ...login, code: recoveryCodes[0]! })).toMatchObject({ user_id: carol.id })
  })

  it('can be removed with a proof, which deletes recovery codes and asks for no code anymore', async () => {
    const world = await createWorld()
    const { carol } = world
    const { code } = await setUpTotp(world, carol)
    await expect(carol.api.removeTotp({})).rejects.toMatchObject(withReason('proof-required'))
    await expect(carol.api.removeTotp({ password: 'no' })).rejects.toMatchObject(withReason('password-wrong'))
    await expect(carol.api.removeTotp({ code: '12345' })).rejects.toMatchObject(withReason('code-wrong'))
    await carol.api.removeTotp({ code: code() })
    expect(await carol.api.getFactors()).toMatchObject({ totp: null, recovery_codes_left: 0 })
    expect((await afterPassword(world, carol)).to).toBe('/')
    const again = carol.api.removeTotp({ password: castPassword })
    await expect(again).rejects.toMatchObject(withReason('totp-missing'))
    const codes = carol.api.createRecoveryCodes({ password: castPassword })
    await expect(codes).rejects.toMatchObject(withReason('factors-missing'))
  })
})

describe('A recovery code', () => {
  it('works once, in any spelling, until there are new ones, and its use is reported by email', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol, dave } = world
    const { recoveryCodes } = await setUpTotp(world, carol)
    const others = await setUpTotp(world, dave)
    await mailbox.emails(world)
    const [one = '', two = ''] = recoveryCodes
    const { browser } = await afterPassword(world, carol)
    expect((await verify(browser, others.recoveryCodes[0]!)).status).toBe(401)
    expect(await verify(browser, one.toUpperCase().replaceAll('-', ' '))).toMatchObject(loggedIn)
    expect(
      (await mailbox.emails(world)).find(({ text }) => text.includes('Unused codes left: 9.')),
    ).toBeDefined()
    const { browser: second } = await afterPassword(world, carol)
    expect((await verify(second, one)).status).toBe(401)
    const { recovery_codes } = await carol.api.createRecoveryCodes({ password: castPassword })
    expect((await verify(second, two)).status).toBe(401)
    expect(await verify(second, recovery_codes[9]!)).toMatchObject(loggedIn)
    expect((await carol.api.getFactors()).recovery_codes_left).toBe(9)
  })
})

describe('A login that waits for a code', () => {
  it('belongs to one browser and organization, works once, and expires', async () => {
    const world = await createWorld()
    const { carol } = world
    const { code } = await setUpTotp(world, carol)
    const stranger = new Browser(world)
    expect((await verify(stranger, code())).headers.get('location')).toBe('/login')
    stranger.cookies.set('loquat_pending', 'a'.repeat(32))
    expect((await verify(stranger, code())).headers.get('location')).toBe('/login')
    expect(isLoggedIn(stranger)).toBe(false)

    const { browser } = await afterPassword(world, carol)
    const key = browser.cookies.get('loquat_pending')!
    const owner = { email: 'olga@example.com', fullName: 'Olga', password: castPassword }
    await createOrganization(world.app, { subdomain: 'other', name: 'Other', owner })
    expect(await verifyAt(world, 'other.localhost', key, code())).toBe('/login')
    expect(await verify(browser, code())).toMatchObject(loggedIn)
    stranger.cookies.set('loquat_pending', key)
    expect((await verify(stranger, code(1))).headers.get('location')).toBe('/login')

    const { browser: slow } = await afterPassword(world, carol)
    world.clock.advance(600)
    expect((await verify(slow, code())).headers.get('location')).toBe('/login')
    expect(isLoggedIn(slow)).toBe(false)

    for (let n = 0; n < 12; n++) await afterPassword(world, carol)
    const { count } = await world.app.database.db
      .selectFrom('pending_login')
      .select((select) => select.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(10)
  })

  it('ends when the password changes', async () => {
    const world = await createWorld()
    const { carol } = world
    const { code } = await setUpTotp(world, carol)
    const { browser } = await afterPassword(world, carol)
    await carol.api.updateSettings({ old_password: castPassword, new_password: 'medlars ripen in autumn' })
    expect((await verify(browser, code())).headers.get('location')).toBe('/login')
  })

  it('cannot be completed by guessing, from one address or many', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const { carol } = world
    const { code } = await setUpTotp(world, carol)
    const { browser } = await afterPassword(world, carol)
    const guess = async (from: string, tried = '000000x') =>
      (await browser.send('POST /login/verify', { code: tried }, { 'x-forwarded-for': from })).status
    for (let n = 0; n < 5; n++) expect(await guess('203.0.113.1')).toBe(401)
    expect(await guess('203.0.113.1', code())).toBe(429)
    for (let n = 0; n < 15; n++) expect(await guess(`203.0.113.${10 + n}`)).toBe(401)
    expect(await guess('203.0.113.99', code())).toBe(429)
    // The same limit holds for other ways to try a code.
    const login = { username: carol.email, password: castPassword, code: code() }
    await expect(world.anyone.fetchApiKey(login)).rejects.toMatchObject({ status: 429 })
    world.clock.advance(1_801)
    const { browser: later } = await afterPassword(world, carol)
    expect(await verify(later, code())).toMatchObject(loggedIn)
  })
})

describe('A remembered browser', () => {
  it('asks for no code for 30 days, for its own account only', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { code } = await setUpTotp(world, carol)
    await setUpTotp(world, dave)
    const { browser } = await afterPassword(world, carol)
    expect((await browser.send('GET /login/verify')).text).toContain('name="remember_browser"')
    await verify(browser, code(), { remember_browser: 'on' })
    const { body } = await browser.send('GET /json/users/me/factors')
    expect(body).toMatchObject({ remembered_browsers: [{ is_current: true, address: '127.0.0.1' }] })
    await browser.send('POST /logout')
    const again = (person: typeof carol) =>
      browser.send('POST /login', { username: person.email, password: castPassword })
    expect((await again(dave)).headers.get('location')).toBe('/login/verify')
    expect((await again(carol)).headers.get('location')).toBe('/')
    world.clock.advance(30 * 86_400)
    browser.cookies.delete('loquat_session')
    expect((await again(carol)).headers.get('location')).toBe('/login/verify')

    const { browser: shared } = await afterPassword(world, carol, { shared: 'on' })
    expect((await shared.send('GET /login/verify')).text).not.toContain('remember_browser')
    await verify(shared, code(), { remember_browser: 'on' })
    expect(isLoggedIn(shared)).toBe(true)
    expect(shared.cookies.has('loquat_browser')).toBe(false)
  })

  it('is forgotten on request, and when the password or a factor changes', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    let { code } = await setUpTotp(world, carol)
    let password = castPassword
    const remembered = async () => {
      world.clock.advance(60)
      const browser = new Browser(world)
      await browser.send('POST /login', { username: carol.email, password })
      await verify(browser, code(), { remember_browser: 'on' })
      expect(isLoggedIn(browser)).toBe(true)
      const [known] = (await carol.api.getFactors()).remembered_browsers
      return { browser, id: known?.browser_id ?? 0 }
    }
    const asks = async (browser: Browser) =>
      (await browser.send('POST /login', { username: carol.email, password })).headers.get('location')

    const { browser, id: browser_id } = await remembered()
    const foreign = dave.api.forgetBrowser({ browser_id })
    await expect(foreign).rejects.toMatchObject(withReason('remembered-browser-not-found'))
    await carol.api.forgetBrowser({ browser_id })
    expect(await asks(browser)).toBe('/login/verify')

    const { browser: second } = await remembered()
    password = 'medlars ripen in autumn'
    await carol.api.updateSettings({ old_password: castPassword, new_password: password })
    expect(await asks(second)).toBe('/login/verify')

    const { browser: third } = await remembered()
    await carol.api.removeTotp({ password })
    const { secret } = await carol.api.startTotp({ password })
    await carol.api.confirmTotp({ code: codeOf(world, secret) })
    code = (periods = 0) => codeOf(world, secret, periods)
    expect(await asks(third)).toBe('/login/verify')
  })
})
