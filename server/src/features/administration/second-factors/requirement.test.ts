import {
  Browser,
  castPassword,
  createMailbox,
  createWorld,
  type Person,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { endOverdueSessions } from './requirement.ts'
import { Authenticator, originOf } from './testing/authenticator.ts'
import { afterPassword, codeOf, setUpTotp } from './testing/authenticator-app.ts'

const day = 86_400

/** The options in a page, which its script hands to the browser. */
function optionsIn(text: string): Record<string, unknown> {
  const [, attribute = ''] = /data-new-passkey="([^"]*)"/.exec(text) ?? []
  return JSON.parse(attribute.replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&'))
}

async function requireOf(world: World, group: string, days = 14): Promise<void> {
  const { user_groups } = await world.alice.api.getUserGroups({})
  const id = user_groups.find(({ name }) => name === group)!.id
  await world.alice.api.updateRealm({
    second_factor_required_group: { new: id },
    second_factor_grace_days: days,
  })
}

const requiredBy = async (person: Person) => (await person.api.getFactors()).required_by

describe('An organization that requires second factors', () => {
  it('tells people of the group, who must set one up at the first login after the grace period', async () => {
    const world = await createWorld()
    const { carol, bob, mona } = world
    await expect(bob.api.updateRealm({ second_factor_grace_days: 1 })).rejects.toMatchObject(
      withReason('organization-setting-denied'),
    )
    await requireOf(world, 'role:moderators')
    expect(await requiredBy(carol)).toBeNull()
    const start = Math.floor(world.clock.now() / 1_000)
    expect(await requiredBy(mona)).toBe(start + 14 * day)
    const early = new Browser(world)
    await early.logIn(mona)
    world.clock.advance(13 * day)
    expect(await requiredBy(mona)).toBe(start + 14 * day)
    expect((await afterPassword(world, mona)).to).toBe('/')
    await endOverdueSessions(world.app)
    expect((await early.send('GET /json/users/me')).status).toBe(200)

    world.clock.advance(day)
    await endOverdueSessions(world.app)
    expect((await early.send('GET /json/users/me')).status).toBe(401)
    const login = { username: mona.email, password: castPassword }
    await expect(world.anyone.fetchApiKey(login)).rejects.toMatchObject(
      withReason('second-factor-setup-required'),
    )
    const { browser, to } = await afterPassword(world, mona)
    expect(to).toBe('/login/set-up')
    expect((await browser.send('GET /json/users/me')).status).toBe(401)
    const page = (await browser.send('GET /login/set-up')).text
    expect(page).toContain('<svg xmlns')
    const [, secret = ''] = /<code>(\w+)<\/code>/.exec(page) ?? []
    const wrong = await browser.send('POST /login/set-up', { code: '000000' })
    expect(wrong.status).toBe(400)
    const done = await browser.send('POST /login/set-up', { code: codeOf(world, secret) })
    expect(done.text.match(/<li><code>[a-z2-7-]{19}<\/code>/g)).toHaveLength(10)
    expect((await browser.send('GET /json/users/me')).body).toMatchObject({ user_id: mona.id })
    expect(await requiredBy(mona)).toBeNull()
    const removing = mona.api.removeTotp({ password: castPassword })
    await expect(removing).rejects.toMatchObject(withReason('factor-required'))
    expect(await mona.api.getFactors()).toMatchObject({ totp: {}, recovery_codes_left: 10 })
    await endOverdueSessions(world.app)
    expect((await browser.send('GET /json/users/me')).status).toBe(200)
  })

  it('lets nobody set up a factor in place of the one that a login has to use', async () => {
    const world = await createWorld()
    const { carol } = world
    await requireOf(world, 'role:everyone', 0)
    await setUpTotp(world, carol)
    const { browser, to } = await afterPassword(world, carol)
    expect(to).toBe('/login/verify')
    expect((await browser.send('GET /login/set-up')).headers.get('location')).toBe('/login')
    const answer = await browser.send('POST /login/set-up', { code: '000000' })
    expect(answer.headers.get('location')).toBe('/login')
    expect(browser.cookies.has('loquat_session')).toBe(false)
  })

  it('lets a passkey be the required factor as well, unless the account has one already', async () => {
    const world = await createWorld()
    const { carol } = world
    await requireOf(world, 'role:everyone', 0)
    const { browser, to } = await afterPassword(world, carol)
    expect(to).toBe('/login/set-up')
    const other = (await afterPassword(world, carol)).browser
    const page = (await browser.send('GET /login/set-up')).text
    const options = optionsIn(page)
    expect(options).toMatchObject({ authenticatorSelection: { userVerification: 'required' } })
    const otherOptions = optionsIn((await other.send('GET /login/set-up')).text)
    const submit = (from: Browser, credential: unknown) =>
      from.send('POST /login/set-up', { credential: JSON.stringify(credential) })
    const origin = await originOf(world)
    const authenticator = new Authenticator()
    expect((await submit(browser, { id: 'x' })).status).toBe(400)
    const elsewhere = authenticator.create(options, { origin: 'https://elsewhere.example' })
    expect((await submit(browser, elsewhere)).status).toBe(400)
    expect((await browser.send('GET /json/users/me')).status).toBe(401)

    const done = await submit(browser, authenticator.create(options, { origin }))
    expect(done.text.match(/<li><code>[a-z2-7-]{19}<\/code>/g)).toHaveLength(10)
    expect((await browser.send('GET /json/users/me')).body).toMatchObject({ user_id: carol.id })
    expect(await carol.api.getFactors()).toMatchObject({
      totp: null,
      required_by: null,
      passkeys: [{ name: 'Passkey' }],
    })
    // A second login that was at the same page must use that passkey now.
    const late = await submit(other, new Authenticator().create(otherOptions, { origin }))
    expect(late.headers.get('location')).toBe('/login')
    expect((await afterPassword(world, carol)).to).toBe('/login/verify')
    expect((await carol.api.getFactors()).passkeys).toHaveLength(1)
  })

  it('gives the whole grace period again after the requirement has changed', async () => {
    const world = await createWorld()
    const { carol } = world
    await requireOf(world, 'role:members', 10)
    const first = await requiredBy(carol)
    world.clock.advance(9 * day)
    await requireOf(world, 'role:nobody', 10)
    expect(await requiredBy(carol)).toBeNull()
    await requireOf(world, 'role:members', 10)
    expect(await requiredBy(carol)).toBe((first ?? 0) + 9 * day)
  })
})

describe('Administrators', () => {
  it('reset the second factors of others, who are told by email', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice, bob, carol, dave } = world
    for (const person of [alice, bob, carol]) await setUpTotp(world, person)
    await mailbox.emails(world)
    const reset = (by: Person, of: Person) => by.api.resetFactors({ user_id: of.id })
    await expect(reset(dave, carol)).rejects.toMatchObject({ status: 400 })
    await expect(reset(bob, alice)).rejects.toMatchObject(withReason('factors-reset-of-owner-denied'))
    await expect(reset(bob, bob)).rejects.toMatchObject(withReason('factors-reset-denied'))
    await expect(reset(bob, dave)).rejects.toMatchObject(withReason('factors-not-found'))
    await reset(bob, carol)
    expect(await carol.api.getFactors()).toMatchObject({ totp: null, recovery_codes_left: 0 })
    expect((await afterPassword(world, carol)).to).toBe('/')
    const emails = await mailbox.emails(world)
    expect(emails.map(({ recipients, subject }) => [recipients[0], subject])).toContainEqual([
      carol.email,
      'Your second factors on Orchard were reset',
    ])
    await reset(alice, bob)
  })
})
