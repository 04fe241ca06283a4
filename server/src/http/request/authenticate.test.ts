import type { Reason } from '@loquat/contract'
import { basicAuth, bodyWithReason, createWorld, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { apiKeyOf } from '../../features/identity/users/api-key.ts'
import { afterSql } from './testing/after-sql.ts'

const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64')

const ownUser = async (url: string, authorization: string | undefined) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const response = await fetch(`${url}/api/v1/users/me`, { headers })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body }
}

const unauthorized = (reason: Reason) => ({
  status: 401,
  challenge: 'Basic realm="chat"',
  body: bodyWithReason(reason),
})

const authOf = ({ email, apiKey }: Person) => basicAuth(email, apiKey)

describe('Basic authentication', () => {
  it('accepts the email address in any case, with spaces around it, and any case of the scheme', async () => {
    const { url, alice } = await createWorld()
    for (const header of [
      basicAuth(alice.email, alice.apiKey),
      basicAuth('ALICE@Example.COM', alice.apiKey),
      basicAuth(`  ${alice.email}\t`, ` ${alice.apiKey} `),
      authOf(alice).replace('Basic', 'bAsIc'),
      authOf(alice).replace(' ', '   '),
      authOf(alice).replace(/=+$/, ''),
    ]) {
      expect(await ownUser(url, header), header).toMatchObject({
        status: 200,
        body: { user_id: alice.id },
      })
    }
  })

  it('challenges requests without an Authorization header', async () => {
    const { url } = await createWorld()
    expect(await ownUser(url, undefined)).toEqual(unauthorized('authentication-required'))
  })

  it('answers 400 to any other scheme', async () => {
    const { url, alice } = await createWorld()
    for (const header of ['Bearer abc', 'Digest x', 'Basics abc', 'Bearer', authOf(alice).slice(6)]) {
      const { status, challenge, body } = await ownUser(url, header)
      expect(status, header).toBe(400)
      expect(body, header).toEqual(bodyWithReason('authentication-scheme-unsupported'))
      expect(challenge).toBeNull()
    }
  })

  it('answers 401 to a malformed header', async () => {
    const { url, alice } = await createWorld()
    const pair = `${alice.email}:${alice.apiKey}`
    for (const header of [
      'Basic',
      'Basic ',
      `Basic ${base64(pair)} more`,
      'Basic !!!not*base64!!!',
      `Basic ${pair}`,
      `Basic ${base64(new Uint8Array([0xff, 0xfe, 0x3a, 0x80]))}`,
      `Basic ${base64(`${alice.email}${alice.apiKey}`)}`,
      `Basic ${base64(`${pair}:`)}`,
      `Basic ${base64(`:${pair}`)}`,
      `Basic ${base64(`${pair}:x`)}`,
    ]) {
      expect(await ownUser(url, header), header).toEqual(unauthorized('authorization-header-malformed'))
    }
    expect(await ownUser(url, `Basic ${base64(':')}`)).toEqual(unauthorized('credentials-invalid'))
  })

  it("answers 401 alike to a malformed key, an unknown key and another user's key", async () => {
    const { url, alice, bob } = await createWorld()
    const keys = [
      '',
      'x',
      alice.apiKey.slice(1),
      `${alice.apiKey}x`,
      `${alice.apiKey.slice(1)}-`,
      'A'.repeat(32),
    ]
    const answers = [
      ...(await Promise.all(keys.map((key) => ownUser(url, basicAuth(alice.email, key))))),
      await ownUser(url, basicAuth(alice.email, bob.apiKey)),
      await ownUser(url, basicAuth('nobody@example.com', alice.apiKey)),
      await ownUser(url, basicAuth('', alice.apiKey)),
      await ownUser(url, basicAuth(String(alice.id), alice.apiKey)),
    ]
    for (const answer of answers) expect(answer).toEqual(unauthorized('credentials-invalid'))
  })

  it('answers 401 with a reason to a deactivated account', async () => {
    const world = await createWorld()
    const url = await afterSql(world, `update account set is_active = false where id = ${world.carol.id}`)
    const answer = await ownUser(url, authOf(world.carol))
    expect(answer).toEqual(unauthorized('credentials-account-deactivated'))
    expect((await ownUser(url, authOf(world.dave))).status).toBe(200)
  })

  it('answers 401 to all users of a deactivated organization, before checking the account', async () => {
    const world = await createWorld()
    const url = await afterSql(
      world,
      `update realm set deactivated = true; update account set is_active = false where id = ${world.carol.id}`,
    )
    for (const person of [world.alice, world.carol]) {
      const answer = await ownUser(url, authOf(person))
      expect(answer).toEqual(unauthorized('credentials-organization-deactivated'))
    }
  })

  it('rejects system bots', async () => {
    const world = await createWorld()
    const realm = await world.app.realms.byHost('')
    const bots = [...(realm?.directory.systemBots() ?? [])]
    expect(bots.length).toBeGreaterThan(0)
    for (const bot of bots) {
      const authorization = basicAuth(bot.deliveryEmail, apiKeyOf(world.app.sealer, bot))
      expect(await ownUser(world.url, authorization)).toEqual(unauthorized('credentials-invalid'))
    }
  })

  it('lets an incoming webhook bot only send messages', async () => {
    const world = await createWorld()
    const url = await afterSql(
      world,
      `update account set bot_type = 2, bot_owner_id = ${world.alice.id} where id = ${world.dave.id}`,
    )
    const headers = { authorization: authOf(world.dave) }
    expect(await ownUser(url, headers.authorization)).toEqual(unauthorized('caller-is-webhook-bot'))
    const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 't', content: 'hook' })
    const call = async (method: string, path: string) => {
      const init = { method, headers, ...(method === 'POST' ? { body } : {}) }
      return await (await fetch(`${url}/api/v1${path}`, init)).json()
    }
    expect(await call('POST', '/messages')).toMatchObject({ result: 'success' })
    const denied = bodyWithReason('caller-is-webhook-bot')
    expect(await call('GET', '/messages')).toMatchObject(denied)
    expect(await call('POST', '/register')).toMatchObject(denied)
    expect(await call('DELETE', '/events')).toMatchObject(denied)
  })
})

describe('The order of checks', () => {
  it('is method, credentials, role, parameters', async () => {
    const world = await createWorld()
    const call = async (method: string, path: string, person: Person | undefined, body = '') => {
      const response = await world.raw(`/api/v1${path}`, {
        method,
        ...(person === undefined ? {} : { as: person }),
        ...(method === 'GET' ? {} : { body: new URLSearchParams(body) }),
      })
      return await response.json()
    }
    const wrongMethod = bodyWithReason('method-not-allowed', { method: 'PATCH' })
    expect(await call('PATCH', '/users/me', undefined)).toMatchObject(wrongMethod)
    const anonymous = bodyWithReason('authentication-required')
    expect(await call('POST', '/users', undefined)).toMatchObject(anonymous)
    expect(await call('GET', '/get_stream_id', undefined)).toMatchObject(anonymous)
    const wrongRole = bodyWithReason('caller-not-administrator')
    expect(await call('POST', '/users', world.carol)).toMatchObject(wrongRole)
    const missing = bodyWithReason('parameter-missing', { parameter: 'email' })
    expect(await call('POST', '/users', world.alice)).toMatchObject(missing)
    for (const body of ['subscriptions=broken', '']) {
      const reply = await call('POST', '/users/me/subscriptions', world.greta, body)
      expect(reply).toMatchObject(bodyWithReason('caller-is-guest'))
    }
  })
})
