import {
  Browser,
  bodyWithReason,
  castPassword,
  createMailbox,
  createWorld,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { Authenticator, addPasskey, originOf } from './testing/authenticator.ts'
import { afterPassword } from './testing/authenticator-app.ts'

/** The options in a page, which its script hands to the browser. */
function optionsIn(text: string): Record<string, unknown> {
  const [, attribute = ''] = /data-passkey="([^"]*)"/.exec(text) ?? []
  return JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&'))
}

const isLoggedIn = (browser: Browser) => browser.cookies.has('loquat_session')
const submit = (browser: Browser, path: string, credential: object) =>
  browser.send(`POST ${path}` as 'POST /', { credential: JSON.stringify(credential) })

describe('A passkey', () => {
  it('logs in without a password, and is two factors by itself', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol } = world
    const { origin, authenticator, passkey_id, recovery_codes } = await addPasskey(world, carol)
    expect(recovery_codes).toHaveLength(10)
    expect((await mailbox.emails(world)).map(({ subject }) => subject)).toEqual([
      'Passkey added to your account on Orchard',
    ])
    const browser = new Browser(world)
    const options = optionsIn((await browser.send('GET /login?next=%2Fc%2F7')).text)
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [] })
    const answer = authenticator.get(options, { origin })
    expect((await submit(browser, '/login?next=%2Fc%2F7', answer)).headers.get('location')).toBe('/c/7')
    expect((await browser.send('GET /json/users/me')).body).toMatchObject({ user_id: carol.id })
    const { passkeys } = await carol.api.getFactors()
    expect(passkeys).toMatchObject([{ passkey_id, name: 'Laptop', last_used_at: expect.any(Number) }])
  })

  it('is a second factor after the password, for its own account and login only', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { origin, authenticator } = await addPasskey(world, carol)
    const { authenticator: foreign } = await addPasskey(world, dave)
    const { browser, to } = await afterPassword(world, carol)
    expect(to).toBe('/login/verify')
    const options = optionsIn((await browser.send('GET /login/verify')).text)
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }])
    expect((await submit(browser, '/login/verify', foreign.get(options, { origin }))).status).toBe(400)
    // A challenge of another pending login, and one for logging in without a password.
    const { browser: other } = await afterPassword(world, carol)
    for (const path of ['GET /login/verify', 'GET /login'] as const) {
      const others = optionsIn((await (path === 'GET /login' ? new Browser(world) : other).send(path)).text)
      expect((await submit(browser, '/login/verify', authenticator.get(others, { origin }))).status).toBe(400)
    }
    expect(isLoggedIn(browser)).toBe(false)
    const done = await browser.send('POST /login/verify', {
      credential: JSON.stringify(authenticator.get(options, { origin })),
      remember_browser: 'on',
    })
    expect(done.status).toBe(303)
    expect(isLoggedIn(browser)).toBe(true)
    expect((await carol.api.getFactors()).remembered_browsers).toHaveLength(1)
    const login = { username: carol.email, password: castPassword }
    await expect(world.anyone.fetchApiKey(login)).rejects.toMatchObject(withReason('second-factor-missing'))
  })

  it('is refused from another origin, without its owner, with an old challenge, twice, and as a copy', async () => {
    const world = await createWorld()
    const { carol } = world
    const { origin, authenticator } = await addPasskey(world, carol)
    const browser = new Browser(world)
    const fresh = async () => optionsIn((await browser.send('GET /login')).text)
    const options = await fresh()
    const wrong: [string, object][] = [
      ['another origin', authenticator.get(options, { origin: 'https://evil.example' })],
      ['another host', authenticator.get(options, { origin, rpId: 'evil.example' })],
      ['nobody verified', authenticator.get(options, { origin, flags: 1 })],
      ['nobody present', authenticator.get(options, { origin, flags: 4 })],
      ['another challenge', authenticator.get({ ...options, challenge: 'bm90IG91cnM' }, { origin })],
      ['unknown', new Authenticator().get(options, { origin })],
      [
        'another key',
        { ...new Authenticator().get(options, { origin }), id: authenticator.id.toString('base64url') },
      ],
      ['nonsense', { id: 'x' }],
    ]
    for (const [why, answer] of wrong) expect((await submit(browser, '/login', answer)).status, why).toBe(400)
    expect((await browser.send('POST /login', { credential: '{' })).status).toBe(400)
    const proof = (await carol.api.startProof()).options
    expect((await submit(browser, '/login', authenticator.get(proof, { origin }))).status).toBe(400)
    world.clock.advance(600)
    expect((await submit(browser, '/login', authenticator.get(options, { origin }))).status).toBe(400)
    expect(isLoggedIn(browser)).toBe(false)

    const answer = authenticator.get(await fresh(), { origin })
    expect((await submit(browser, '/login', answer)).status).toBe(303)
    const second = new Browser(world)
    expect((await submit(second, '/login', answer)).status).toBe(400)
    // A copy of the passkey has a counter that is not ahead of the last use.
    const copied = authenticator.get(await optionsOfLogin(second), { origin, counter: authenticator.counter })
    const refused = await submit(second, '/login', copied)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('The passkey couldn')
    expect(isLoggedIn(second)).toBe(false)
  })

  it('without a counter works again and again, but each answer once', async () => {
    const world = await createWorld()
    const { origin, authenticator } = await addPasskey(world, world.carol)
    for (let n = 0; n < 2; n++) {
      const browser = new Browser(world)
      const answer = authenticator.get(await optionsOfLogin(browser), { origin, counter: 0 })
      expect((await submit(browser, '/login', answer)).status).toBe(303)
      // Only the challenge tells a repeated answer from a new one.
      expect((await submit(new Browser(world), '/login', answer)).status).toBe(400)
    }
  })

  it('belongs to one account: it can be renamed and removed by its owner only, with a proof', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol, dave } = world
    const { passkey_id, origin, authenticator } = await addPasskey(world, carol)
    const named = (name: string) => carol.api.renamePasskey({ passkey_id, name })
    await expect(named(' ')).rejects.toMatchObject(withReason('passkey-name-invalid'))
    await expect(named('x'.repeat(61))).rejects.toMatchObject(withReason('passkey-name-invalid'))
    await named(' Phone ')
    expect((await carol.api.getFactors()).passkeys).toMatchObject([{ name: 'Phone' }])
    const foreign = { passkey_id, password: castPassword }
    await expect(dave.api.removePasskey(foreign)).rejects.toMatchObject(withReason('passkey-not-found'))
    const renaming = dave.api.renamePasskey({ passkey_id, name: 'Mine' })
    await expect(renaming).rejects.toMatchObject(withReason('passkey-not-found'))
    await expect(carol.api.removePasskey({ passkey_id })).rejects.toMatchObject(withReason('proof-required'))
    await mailbox.emails(world)
    await carol.api.removePasskey({ passkey_id, password: castPassword })
    expect((await mailbox.emails(world))[0]?.text).toContain('The passkey “Phone” was removed')
    expect(await carol.api.getFactors()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    const browser = new Browser(world)
    const answer = authenticator.get(await optionsOfLogin(browser), { origin })
    expect((await submit(browser, '/login', answer)).status).toBe(400)
    await expect(carol.api.startPasskey({})).rejects.toMatchObject(withReason('proof-required'))
  })

  it('is registered once, with the challenge of its owner, from the right origin', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const origin = await originOf(world)
    const start = async (person: Person) =>
      (await person.api.startPasskey({ password: castPassword })).options
    const refused = async (person: Person, credential: ReturnType<Authenticator['create']>) =>
      expect(person.api.addPasskey({ name: 'x', credential })).rejects.toMatchObject(
        withReason('passkey-invalid'),
      )
    const options = await start(carol)
    const authenticator = new Authenticator()
    await refused(dave, authenticator.create(options, { origin }))
    await refused(carol, authenticator.create(options, { origin: 'https://evil.example' }))
    await refused(carol, authenticator.create(options, { origin, flags: 1 }))
    const credential = authenticator.create(options, { origin })
    await carol.api.addPasskey({ name: 'One', credential })
    await refused(carol, credential)
    // Nobody can take over the passkey of another account.
    await refused(dave, authenticator.create(await start(dave), { origin }))
    const late = await start(carol)
    world.clock.advance(600)
    await refused(carol, new Authenticator().create(late, { origin }))
  })

  it('proves who is at a browser', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { origin, authenticator } = await addPasskey(world, carol)
    const { authenticator: foreign } = await addPasskey(world, dave)
    const browser = new Browser(world)
    await submit(browser, '/login', authenticator.get(await optionsOfLogin(browser), { origin }))
    world.clock.advance(1_000)
    const prove = async (one: Authenticator) => {
      const { options } = (await browser.send('POST /json/users/me/proof/options')).body
      const credential = JSON.stringify(one.get(options as object, { origin }))
      return (await browser.send('POST /json/users/me/proof', { credential })).body
    }
    const change = async () => (await browser.send('POST /json/users/me/factors/totp')).status
    expect(await change()).toBe(400)
    expect(await prove(foreign)).toMatchObject(bodyWithReason('passkey-invalid'))
    expect(await change()).toBe(400)
    expect(await prove(authenticator)).toMatchObject({ result: 'success' })
    expect(await change()).toBe(200)
  })
})

const optionsOfLogin = async (browser: Browser) => optionsIn((await browser.send('GET /login')).text)
