import { bodyWithReason, castPassword, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { afterSql } from './testing/after-sql.ts'

const logIn = async (world: World, fields: Record<string, string>, url = world.url) => {
  const response = await fetch(`${url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}
const failed = { status: 401, body: bodyWithReason('login-failed') }
const limitExceeded = { status: 429, body: bodyWithReason('rate-limit-exceeded') }
const right = (world: World) => ({ username: world.alice.email, password: castPassword })

describe('POST /fetch_api_key', () => {
  it('returns the current key, the real address and the ID for the right password', async () => {
    const world = await createWorld()
    const { id, email, apiKey } = world.alice
    const success = { result: 'success', msg: '', api_key: apiKey, email, user_id: id }
    expect((await logIn(world, right(world))).body).toEqual(success)
    expect((await logIn(world, { ...right(world), username: 'ALICE@EXAMPLE.com' })).body).toEqual(success)
  })

  it('requires both parameters and names the first missing one', async () => {
    const world = await createWorld()
    const missing = (parameter: string) => ({
      status: 400,
      body: { ...bodyWithReason('parameter-missing', { parameter }), var_name: parameter },
    })
    expect(await logIn(world, {})).toMatchObject(missing('username'))
    expect(await logIn(world, { password: 'x' })).toMatchObject(missing('username'))
    expect(await logIn(world, { username: world.alice.email })).toMatchObject(missing('password'))
  })

  it('refuses a user name that is not an email address', async () => {
    const world = await createWorld()
    for (const username of ['', 'alice', 'alice@', '@example.com', 'a b@example.com', 'a@b@c']) {
      const { status, body } = await logIn(world, { username, password: castPassword })
      expect(status, username).toBe(400)
      expect(body, username).toEqual(bodyWithReason('login-username-invalid'))
    }
    const { body } = await logIn(world, { username: 'a\0@b.c', password: castPassword })
    expect(body).toEqual(bodyWithReason('parameter-has-null-byte', { parameter: 'username' }))
  })

  it('gives the same error for a wrong password, an empty password and an unknown address', async () => {
    const world = await createWorld()
    const answers = [
      await logIn(world, { username: world.alice.email, password: 'wrong' }),
      await logIn(world, { username: world.alice.email, password: '' }),
      await logIn(world, { username: world.alice.email, password: ` ${castPassword}` }),
      await logIn(world, { username: world.alice.email, password: world.alice.apiKey }),
      await logIn(world, { username: 'nobody@example.com', password: castPassword }),
      await logIn(world, { username: 'notification-bot@loquat.invalid', password: castPassword }),
      await logIn(world, { username: world.alice.email, password: 'x'.repeat(100_000) }),
    ]
    for (const answer of answers) expect(answer).toMatchObject(failed)
    expect(new Set(answers.map(({ body }) => body.msg)).size).toBe(1)
    expect(answers[0]?.headers.has('www-authenticate')).toBe(false)
  })

  it('reports a deactivated account only with the right password', async () => {
    const world = await createWorld()
    const url = await afterSql(world, `update account set is_active = false where id = ${world.carol.id}`)
    const fields = { username: world.carol.email, password: castPassword }
    const deactivated = { status: 401, body: bodyWithReason('account-deactivated') }
    expect(await logIn(world, fields, url)).toMatchObject(deactivated)
    expect(await logIn(world, { ...fields, password: '' }, url)).toMatchObject(failed)
    const known = await logIn(world, { ...fields, password: 'wrong' }, url)
    const unknown = await logIn(world, { username: 'nobody@example.com', password: 'wrong' }, url)
    expect(known).toMatchObject(failed)
    expect(known.body).toEqual(unknown.body)
  })

  it('reports a deactivated organization before a deactivated account', async () => {
    const world = await createWorld()
    const url = await afterSql(
      world,
      'update realm set deactivated = true; update account set is_active = false',
    )
    const deactivated = { status: 401, body: bodyWithReason('organization-deactivated') }
    expect(await logIn(world, right(world), url)).toMatchObject(deactivated)
    expect(await logIn(world, { username: 'x@example.com', password: 'x' }, url)).toMatchObject(failed)
    expect(await logIn(world, { ...right(world), password: 'x' }, url)).toMatchObject(failed)
  })

  it('refuses accounts without a password', async () => {
    const world = await createWorld()
    const url = await afterSql(world, `update account set password_hash = null where id = ${world.carol.id}`)
    expect(await logIn(world, { username: world.carol.email, password: castPassword }, url)).toMatchObject(
      failed,
    )
  })
})

describe('Login attempts', () => {
  const limitedWorld = () => createWorld({ config: { rateLimits: true } })
  const wrong = { username: 'Alice@example.com', password: 'wrong' }
  const remaining = (answer: { headers: Headers }) => Number(answer.headers.get('x-ratelimit-remaining'))

  it('are limited to five per name and client in half an hour, in any case and for unknown accounts', async () => {
    for (const name of ['alice@example.com', 'nobody@example.com']) {
      const world = await limitedWorld()
      for (const left of [4, 3, 2, 1, 0]) {
        const username = left % 2 === 0 ? name.toUpperCase() : name
        const answer = await logIn(world, { username, password: 'wrong' })
        expect(answer).toMatchObject(failed)
        expect(answer.headers.get('x-ratelimit-limit')).toBe('5')
        expect(remaining(answer)).toBe(left)
      }
      const limited = await logIn(world, { username: name, password: castPassword })
      expect(limited).toMatchObject(limitExceeded)
      expect(limited.headers.get('x-ratelimit-limit')).toBe('5')
      expect(remaining(limited)).toBe(0)
      const wait = limited.body['retry-after'] as number
      expect(wait).toBeGreaterThan(1_750)
      expect(wait).toBeLessThanOrEqual(1_800)
      expect(limited.headers.get('retry-after')).toBe(String(Math.ceil(wait)))
      const other = await logIn(world, { username: world.bob.email, password: castPassword })
      expect(other.status).toBe(200)
    }
  })

  it('with a name too long for an email address are refused before they are counted', async () => {
    const world = await limitedWorld()
    const unlike = () => crypto.randomUUID().repeat(100)
    for (const username of [`${unlike()}@example.com`, `a@${unlike()}`]) {
      const { body } = await logIn(world, { username, password: 'x' })
      expect(body).toMatchObject(bodyWithReason('parameter-too-long'))
    }
    const longest = { username: `${'x'.repeat(242)}@example.com`, password: 'x' }
    expect(await logIn(world, longest)).toMatchObject(failed)
  })

  it('are reset after a success', async () => {
    const world = await limitedWorld()
    for (let index = 0; index < 4; index++) await logIn(world, wrong)
    expect((await logIn(world, right(world))).status).toBe(200)
    expect(remaining(await logIn(world, wrong))).toBe(4)
  })

  it('that were refused do not extend the wait', async () => {
    const world = await limitedWorld()
    for (let index = 0; index < 5; index++) await logIn(world, wrong)
    world.clock.advance(1_000)
    expect(await logIn(world, right(world))).toMatchObject(limitExceeded)
    world.clock.advance(801)
    expect((await logIn(world, right(world))).status).toBe(200)
  })

  it('are counted across processes', async () => {
    const world = await limitedWorld()
    const { url } = await world.secondNode()
    for (let index = 0; index < 3; index++) await logIn(world, wrong)
    for (let index = 0; index < 2; index++) expect(await logIn(world, wrong, url)).toMatchObject(failed)
    expect(await logIn(world, right(world))).toMatchObject(limitExceeded)
    expect(await logIn(world, right(world), url)).toMatchObject(limitExceeded)
  })

  it('are limited to five even if concurrent', async () => {
    const world = await limitedWorld()
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(world, wrong)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
  })
})

describe('GET /server_settings', () => {
  it('needs no credentials and ignores them', async () => {
    const world = await createWorld()
    const plain = (await (await world.raw('/api/v1/server_settings')).json()) as Record<string, unknown>
    expect(plain).toMatchObject({
      result: 'success',
      realm_name: 'Orchard',
      email_auth_enabled: true,
      require_email_format_usernames: true,
      chat_feature_level: expect.any(Number),
    })
    for (const authorization of ['Basic !!!', 'Bearer x', 'Basic YTpi', 'x']) {
      const response = await world.raw('/api/v1/server_settings', { headers: { authorization } })
      expect(response.status, authorization).toBe(200)
      expect(await response.json()).toEqual(plain)
    }
    expect(await (await world.raw('/api/v1/server_settings', { as: world.alice })).json()).toEqual(plain)
  })
})
