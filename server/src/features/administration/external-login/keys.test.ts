import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Browser, createMailbox, createWorld, type Person, type World, withReason } from '@loquat/devkit'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'

/** Under another host name, which fetch does not let one choose. */
async function codeAtHost(world: World, host: string): Promise<unknown> {
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
  const sent = request(`${world.url}/api/v1/dev_fetch_api_key`, { method: 'POST', headers })
  sent.end(`username=${world.carol.email}`)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return JSON.parse(Buffer.concat(await response.toArray()).toString()).code
}

describe('Development login', () => {
  it('must be enabled, and checks everything but the password', async () => {
    const world = await createWorld({ config: { devLogin: true } })
    const { alice, bob, carol, dave, greta, mona, anyone } = world
    const bot = await alice.api.createBot({ full_name: 'Robot', short_name: 'robot' })
    await bob.api.deactivateUser({ user_id: dave.id })
    const account = ({ email }: Pick<Person, 'email'>) => ({
      email,
      realm_url: expect.stringMatching(/^http/),
    })
    const listed = await anyone.listUsersForDevelopment()
    expect(listed).toEqual({
      direct_admins: [alice, bob].map(account),
      direct_users: [mona, carol, greta].map(account),
    })
    expect((await anyone.getServerSettings()).authentication_methods.dev).toBe(true)

    const browser = new Browser(world)
    const { body } = await browser.send('POST /json/dev_fetch_api_key', { username: 'CAROL@example.com' })
    expect(body).toMatchObject({ api_key: carol.apiKey, email: carol.email, user_id: carol.id })
    expect((await browser.send('GET /json/users/me')).body).toMatchObject({ user_id: carol.id })

    const robot = world.person(bot.user_id).email
    for (const [username, reason] of [
      ['carol', 'login-username-invalid'],
      ['nobody@example.com', 'login-account-not-found'],
      [robot, 'login-account-not-found'],
      [dave.email, 'account-deactivated'],
    ] as const) {
      await expect(anyone.fetchApiKeyForDevelopment({ username }), username).rejects.toMatchObject(
        withReason(reason),
      )
    }
    expect(await codeAtHost(world, 'nowhere.localhost')).toBe('NONEXISTENT_SUBDOMAIN')
    await alice.api.deactivateRealm({ deletion_delay_days: 14 })
    for (const username of [carol.email, dave.email, 'nobody@example.com']) {
      await expect(anyone.fetchApiKeyForDevelopment({ username })).rejects.toMatchObject(
        withReason('organization-deactivated'),
      )
    }
    await expect(anyone.listUsersForDevelopment()).rejects.toMatchObject(
      withReason('organization-deactivated'),
    )
  })

  it('is off by default, like signed tokens', async () => {
    const { anyone, alice } = await createWorld()
    await expect(anyone.fetchApiKeyForDevelopment({ username: alice.email })).rejects.toMatchObject(
      withReason('login-for-development-disabled'),
    )
    await expect(anyone.listUsersForDevelopment()).rejects.toMatchObject(
      withReason('login-for-development-disabled'),
    )
    await expect(anyone.fetchApiKeyByToken({ token: 'x' })).rejects.toMatchObject(
      withReason('login-by-token-disabled'),
    )
  })
})

describe('A signed token', () => {
  it('returns the API key of its user if the signature and the expiration time are valid', async () => {
    // Long enough for the algorithms that are not taken, too.
    const jwtSecret = 'a secret of at least thirty-two characters '.repeat(2)
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { jwtSecret, smtpUrl: mailbox.smtpUrl } })
    const { alice, bob, carol, dave, anyone } = world
    const signed = async (claims: Record<string, unknown>, secret = jwtSecret, alg = 'HS256') =>
      await new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(secret))
    const now = Math.floor(Date.now() / 1_000)
    const sign = async (claims: Record<string, unknown>, secret?: string, alg?: string) =>
      await signed({ exp: now + 600, ...claims }, secret, alg)
    world.clock.advance(120)
    const token = await sign({ email: 'Carol@example.com' })
    const key = { api_key: carol.apiKey, email: carol.email, user_id: carol.id }
    expect(await anyone.fetchApiKeyByToken({ token })).toEqual(key)
    expect(await anyone.fetchApiKeyByToken({ token, include_profile: true })).toMatchObject({
      ...key,
      user: { user_id: carol.id, full_name: 'Carol Member', profile_data: {} },
    })
    expect((await mailbox.emails(world))[0]?.subject).toMatch(/^New login/)

    await bob.api.deactivateUser({ user_id: dave.id })
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const failed = 'login-token-invalid'
    for (const [label, bad, reason] of [
      ['noise', 'noise', failed],
      ['an empty text', '', failed],
      ['another secret', await sign({ email: carol.email }, jwtSecret.toUpperCase()), failed],
      ['another algorithm', await sign({ email: carol.email }, jwtSecret, 'HS512'), failed],
      ['no signature', `${part({ alg: 'none' })}.${part({ email: carol.email })}.`, failed],
      ['too late', await sign({ email: carol.email, exp: now - 60 }), failed],
      ['without an expiration time', await signed({ email: carol.email }), failed],
      ['with an invalid expiration time', await signed({ email: carol.email, exp: 'never' }), failed],
      ['too early', await sign({ email: carol.email, nbf: now + 6_000 }), failed],
      ['no address', await sign({ sub: carol.email }), 'login-token-email-missing'],
      ['an address that is not text', await sign({ email: [carol.email] }), 'login-token-email-missing'],
      ['an unknown address', await sign({ email: 'nobody@example.com' }), 'login-account-not-found'],
      ['a deactivated user', await sign({ email: dave.email }), 'account-deactivated'],
    ] as const) {
      await expect(anyone.fetchApiKeyByToken({ token: bad }), label).rejects.toMatchObject(withReason(reason))
    }
    await alice.api.deactivateRealm({ deletion_delay_days: 14 })
    await expect(anyone.fetchApiKeyByToken({ token })).rejects.toMatchObject(
      withReason('organization-deactivated'),
    )
  })
})
