import { createServer } from 'node:net'
import {
  Browser,
  bodyWithReason,
  castPassword,
  createMailbox,
  createWorld,
  expectEventsToReproduceState,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { authenticateByLdap } from './ldap.ts'
import { startDirectory } from './testing/directory.ts'

const password = 'kept in the directory'
const people = [
  { uid: 'carol', cn: 'Carol', mail: 'Carol@example.com', password },
  { uid: 'dora', cn: 'Dora', mail: 'dora@example.com', password },
  { uid: 'zoë', cn: 'Zoë (Quinces) *', mail: 'zoe@example.com', password },
  { uid: 'twin', cn: 'Twin', mail: 'twins@example.com', password },
  { uid: 'twins@example.com', cn: 'Other Twin', mail: 'other@example.com', password },
  { uid: 'zed', cn: 'Zed', mail: 'no address', password },
]

const patchSettings = async (world: World, fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  const reply = await world.raw('/api/v1/settings', { method: 'PATCH', body, as: world.carol })
  return (await reply.json()) as unknown
}

describe('The LDAP directory', () => {
  it('identifies a user by a name that need not be an address, and never without a password', async () => {
    const { config } = await startDirectory(people)
    const asked = async (name: string, word = password) =>
      (await authenticateByLdap(config, name, word))?.email
    expect(await asked('carol')).toBe('Carol@example.com')
    expect(await asked('CAROL@example.com')).toBe('Carol@example.com')
    expect(await asked('zoë')).toBe('zoe@example.com')
    for (const name of [
      '*',
      'c*',
      'carol)(uid=*',
      '*)(|(uid=*',
      'carol\0',
      '\\2a',
      'nobody',
      '',
      'twins@example.com',
    ]) {
      expect(await asked(name), name).toBeUndefined()
    }
    for (const wrong of ['', 'wrong', '*']) expect(await asked('carol', wrong), wrong).toBeUndefined()
    const first = await authenticateByLdap(config, 'carol', password)
    expect(first).toMatchObject({ subject: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Carol' })
    await expect(
      authenticateByLdap({ ...config, bindPassword: 'wrong' }, 'carol', password),
    ).rejects.toThrow()
  })

  it('logs in its users, who then have no other password', async () => {
    const { config: ldap } = await startDirectory(people)
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { ldap, smtpUrl: mailbox.smtpUrl }, quiet: true })
    const { carol, alice, bob, anyone } = world
    const key = async (username: string, word = password) =>
      await anyone.fetchApiKey({ username, password: word }).then(
        ({ user_id }) => user_id,
        ({ code }: { code: string }) => code,
      )
    expect(await anyone.getServerSettings()).toMatchObject({
      require_email_format_usernames: false,
      authentication_methods: { password: true, ldap: true, email: true },
    })
    expect((await new Browser(world).send('GET /login')).text).toContain('Email or name')

    expect(await key(carol.email, castPassword)).toBe(carol.id)
    expect(await key('carol', castPassword)).toBe('AUTHENTICATION_FAILED')
    expect(await key('carol', '')).toBe('AUTHENTICATION_FAILED')
    expect(await key('nobody')).toBe('AUTHENTICATION_FAILED')
    expect(await key('carol')).toBe(carol.id)
    expect(await key(carol.email)).toBe(carol.id)
    expect(await key(carol.email, castPassword)).toBe('AUTHENTICATION_FAILED')
    const browser = new Browser(world)
    expect((await browser.logIn({ email: 'carol' }, password)).body).toMatchObject({ user_id: carol.id })
    expect((await browser.send('POST /json/fetch_api_key', { password })).body).toMatchObject({
      api_key: carol.apiKey,
    })
    expect((await browser.send('POST /json/fetch_api_key', { password: castPassword })).body).toMatchObject(
      bodyWithReason('password-wrong'),
    )

    expect(
      await patchSettings(world, { old_password: password, new_password: 'the quiet loquat' }),
    ).toMatchObject({
      ...bodyWithReason('new-password-in-directory'),
      msg: expect.stringMatching(/^new_password: .*directory/),
    })
    await mailbox.emails(world)
    for (const { email } of [carol, bob]) await anyone.requestPasswordReset({ email })
    expect((await mailbox.emails(world)).map((email) => email.recipients)).toEqual([[bob.email]])

    expect(await key('dora')).toBe('AUTHENTICATION_FAILED')
    expect(await key('zed')).toBe('AUTHENTICATION_FAILED')
    await alice.api.updateRealm({ invite_required: false })
    await expectEventsToReproduceState(bob, async () => {
      const dora = await key('dora')
      expect(world.person(dora as number).email).toBe('dora@example.com')
      expect(await key('Dora@example.com')).toBe(dora)
    })
    const zoe = (await key('zoë')) as number
    expect((await alice.api.getUser({ user_id: zoe })).user.full_name).toBe('Zoë (Quinces)')

    await bob.api.deactivateUser({ user_id: zoe })
    expect(await key('zoë')).toBe('USER_DEACTIVATED')
    expect(await key('zoe@example.com', 'whatever')).toBe('AUTHENTICATION_FAILED')
    await alice.api.updateRealm({ authentication_methods: { Email: true, LDAP: false } })
    expect(await key(carol.email)).toBe('AUTHENTICATION_FAILED')
    expect(await key(carol.email, castPassword)).toBe(carol.id)
    expect(await key('carol')).toBe('BAD_REQUEST')
    await alice.api.updateRealm({ authentication_methods: { Email: false, LDAP: true } })
    expect(await key(bob.email, castPassword)).toBe('AUTHENTICATION_FAILED')
    expect(await key('carol')).toBe(carol.id)
    await alice.api.deactivateRealm({ deletion_delay_days: 14 })
    expect(await key('carol')).toBe('REALM_DEACTIVATED')
    expect(await key('nobody')).toBe('AUTHENTICATION_FAILED')
  })

  it('fails only its own users while it is unreachable or silent, within a time limit', async () => {
    const { config, stop } = await startDirectory(people)
    const world = await createWorld({ config: { ldap: config }, quiet: true })
    const { carol, bob, anyone } = world
    const login = (username: string, word: string) => anyone.fetchApiKey({ username, password: word })
    expect((await login('carol', password)).user_id).toBe(carol.id)
    await stop()
    await expect(login('carol', password)).rejects.toMatchObject(withReason('login-directory-unavailable'))
    await expect(login(carol.email, castPassword)).rejects.toMatchObject(
      withReason('login-directory-unavailable'),
    )
    expect((await login(bob.email, castPassword)).user_id).toBe(bob.id)

    const silent = createServer(() => {}).listen(Number(new URL(config.url).port), '127.0.0.1')
    onTestFinished(() => void silent.close())
    const quick = { ...config, timeoutMs: 200 }
    await expect(authenticateByLdap(quick, 'carol', password)).rejects.toThrow(/longer than 200 ms|timeout/i)
  })
})
