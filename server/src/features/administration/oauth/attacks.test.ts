import { castPassword, createWorld, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '../realm-lifecycle/create.ts'
import {
  addApp,
  authorizeQuery,
  callback,
  codeFor,
  connect,
  credentialsOf,
  exchange,
  loggedIn,
  newPkce,
  post,
  postAt,
  redirectOf,
  refresh,
} from './testing/connect.ts'

const newest = async ({ alice }: World) => (await alice.api.getAuditLog({})).entries[0]

describe('An authorization request', () => {
  it('with a wrong app or address is shown to the person, and redirects nowhere', async () => {
    const world = await createWorld()
    const app = await addApp(world, { redirect_uris: [callback, 'http://localhost/done'] })
    const browser = await loggedIn(world, world.carol)
    const wrongRequests: Record<string, string | null>[] = [
      { client_id: 'nobody' },
      { client_id: null },
      { redirect_uri: null },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${callback}/` },
      { redirect_uri: `${callback}?a=1` },
      { redirect_uri: `${callback}#x` },
      { redirect_uri: 'https://app.example@evil.example/callback' },
      { redirect_uri: 'https://APP.example/callback' },
      { redirect_uri: 'http://localhost:99@evil.example/done' },
      { redirect_uri: 'http://localhost.evil.example/done' },
      { redirect_uri: 'http://localhost/other' },
      { redirect_uri: 'http://127.0.0.1/done' },
      { redirect_uri: 'https://localhost/done' },
      { redirect_uri: 'http://localhost\\@evil.example/done' },
      { redirect_uri: 'javascript:alert(1)' },
    ]
    for (const changes of wrongRequests) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await browser.send(
          `${method} /oauth/authorize?${authorizeQuery(app, newPkce(), changes)}`,
        )
        expect(answer.status, JSON.stringify(changes)).toBe(400)
        expect(answer.headers.get('location')).toBeNull()
      }
    }
    const twice = `${authorizeQuery(app, newPkce())}&client_id=${app.clientId}`
    expect((await browser.send(`GET /oauth/authorize?${twice}`)).status).toBe(400)
  })

  it('without PKCE by SHA-256, or for more than the app may ask, returns an error to the app', async () => {
    const world = await createWorld()
    const app = await addApp(world)
    const browser = await loggedIn(world, world.carol)
    for (const [changes, error] of [
      [{ code_challenge: null }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: null }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: null }, 'invalid_request'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ scope: 'messages:admin' }, 'invalid_scope'],
      [{ scope: 'messages:read openid' }, 'invalid_scope'],
      [{ resource: 'https://other.example/' }, 'invalid_target'],
      [{ request: 'x' }, 'request_not_supported'],
    ] as const) {
      const answer = await browser.send(`GET /oauth/authorize?${authorizeQuery(app, newPkce(), changes)}`)
      const { to, params } = redirectOf(answer)
      expect(to).toBe(callback)
      expect(params, JSON.stringify(changes)).toMatchObject({ error, state: 'a b&c' })
      expect(params.iss).toBeDefined()
    }
  })

  it('can be allowed only by its own page, in the session that shows it', async () => {
    const world = await createWorld()
    const { carol, greta, alice } = world
    const app = await addApp(world)
    const [browser, other] = [await loggedIn(world, carol), await loggedIn(world, world.dave)]
    const query = authorizeQuery(app, newPkce())
    const page = await browser.send(`GET /oauth/authorize?${query}`)
    const proof = /name="proof" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const allow = { decision: 'allow', proof }
    const wider = query.replace('messages%3Aread', 'messages%3Awrite')
    for (const attempt of [
      () => browser.send(`POST /oauth/authorize?${query}`, { decision: 'allow' }),
      () => browser.send(`POST /oauth/authorize?${query}`, allow, { origin: 'https://evil.example' }),
      () => browser.send(`POST /oauth/authorize?${wider}`, allow),
      () => other.send(`POST /oauth/authorize?${query}`, allow),
    ]) {
      const answer = await attempt()
      expect([400, 403]).toContain(answer.status)
      expect(answer.headers.get('location')).toBeNull()
    }
    const undecided = await browser.send(`POST /oauth/authorize?${query}`, { proof })
    expect(redirectOf(undecided).params).toMatchObject({ error: 'access_denied' })
    const foreign = { ...allow, channels: 'some', channel_999999: 'on' }
    expect((await browser.send(`POST /oauth/authorize?${query}`, foreign)).status).toBe(400)
    expect(
      (await browser.send(`POST /oauth/authorize?${query}`, { ...allow, channels: 'some' })).status,
    ).toBe(400)

    // Guests cannot create tokens, and so cannot connect apps.
    const guest = await loggedIn(world, greta)
    expect((await guest.send(`GET /oauth/authorize?${query}`)).text).toContain('permission to connect apps')
    expect((await alice.api.getAuditLog({ kinds: ['app.connected'] })).entries).toEqual([])
  })
})

describe('An authorization code', () => {
  it('is worth nothing with another verifier, address or app, or after a minute', async () => {
    const world = await createWorld()
    const { carol, clock } = world
    const app = await addApp(world)
    const thief = await addApp(world, { name: 'Thief' })
    const secretApp = await addApp(world, { is_confidential: true })
    const fails = async (
      changes: Record<string, string>,
      { late = 0, by = app, of = app } = {},
      error = 'invalid_grant',
    ) => {
      const code = await codeFor(world, carol, of)
      clock.advance(late)
      const { status, body } = await exchange(world, by, code, changes)
      expect([status, body.error]).toEqual([error === 'invalid_client' ? 401 : 400, error])
      return code
    }
    const code = await fails({ code_verifier: newPkce().verifier })
    // A wrong attempt ends the code.
    expect((await exchange(world, app, code)).body.error).toBe('invalid_grant')
    await fails({ redirect_uri: 'https://evil.example/' })
    await fails({}, { late: 60 })
    await fails({}, { by: thief })
    await fails({ code_verifier: 'short' }, {}, 'invalid_request')
    await fails({ grant_type: 'password' }, {}, 'unsupported_grant_type')
    await fails({ client_secret: 'lqs_x' }, {}, 'invalid_client')
    await fails({ client_secret: 'lqs_x' }, { of: secretApp, by: secretApp }, 'invalid_client')
    await fails({}, { of: secretApp, by: { ...secretApp, secret: null } }, 'invalid_client')
    const old = secretApp.secret ?? ''
    const { client_secret } = await world.alice.api.replaceAppSecret({ app_id: secretApp.id })
    await fails({ client_secret: old }, { of: secretApp, by: secretApp }, 'invalid_client')
    const fresh = await codeFor(world, carol, secretApp)
    expect((await exchange(world, { ...secretApp, secret: client_secret }, fresh)).status).toBe(200)
    const wrong = await post(world, '/oauth/token', {}, { authorization: 'Basic eDp5' })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="oauth"'])
  })

  it('ends its tokens if it is used again', async () => {
    const world = await createWorld()
    const { carol } = world
    const app = await addApp(world)
    const code = await codeFor(world, carol, app)
    const { body } = await exchange(world, app, code)
    // Another app cannot do this to it.
    const other = await addApp(world, { name: 'Other' })
    expect((await exchange(world, other, code)).body.error).toBe('invalid_grant')
    expect((await exchange(world, app, code)).body.error).toBe('invalid_grant')
    expect(await newest(world)).toMatchObject({
      kind: 'app.reuse_detected',
      target_id: app.id,
      after: { reused: 'code' },
    })
    expect((await refresh(world, app, String(body.refresh_token))).body.error).toBe('invalid_grant')
    const { status } = await fetch(`${world.url}/api/v1/users/me`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    })
    expect(status).toBe(401)
  })
})

describe('A refresh token', () => {
  it('ends the connection if it is used again, and never gains scopes', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const app = await addApp(world)
    const first = await connect(world, carol, app)
    const untouched = await connect(world, carol, app)
    for (const scope of ['messages:write', 'messages:read channels:read', 'organization:admin']) {
      const { body } = await refresh(world, app, first.refresh_token, { scope })
      expect(body.error).toBe('invalid_scope')
    }
    const second = (await refresh(world, app, first.refresh_token)).body
    expect((await refresh(world, app, first.refresh_token)).body.error).toBe('invalid_grant')
    expect(await newest(world)).toMatchObject({
      kind: 'app.reuse_detected',
      actor_id: carol.id,
      after: { reused: 'refresh token' },
    })
    expect((await refresh(world, app, String(second.refresh_token))).body.error).toBe('invalid_grant')
    await expect(first.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))

    // Administrators can take scopes away from an app, which ends them at once.
    await untouched.api.getOwnUser()
    await alice.api.updateApp({ app_id: app.id, scopes: ['messages:read'] })
    await expect(untouched.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    const narrowed = (await refresh(world, app, untouched.refresh_token)).body
    expect(narrowed.scope).toBe('messages:read')
    await alice.api.updateApp({ app_id: app.id, scopes: ['files:read'] })
    expect((await refresh(world, app, String(narrowed.refresh_token))).body.error).toBe('invalid_grant')
  })

  it('of another app is refused, also by the revocation endpoint', async () => {
    const world = await createWorld()
    const app = await addApp(world)
    const thief = await addApp(world, { name: 'Thief' })
    const { access_token, refresh_token, api } = await connect(world, world.carol, app)
    expect((await refresh(world, thief, refresh_token)).body.error).toBe('invalid_grant')
    const revoke = (token: string, by = app) => post(world, '/oauth/revoke', { token, ...credentialsOf(by) })
    for (const token of [access_token, refresh_token]) {
      expect((await revoke(token, thief)).body.error).toBe('unauthorized_client')
    }
    await api.getOwnUser()
    expect((await revoke('unknown')).status).toBe(200)
    expect((await revoke(access_token)).status).toBe(200)
    await expect(api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    const next = (await refresh(world, app, refresh_token)).body
    expect((await revoke(String(next.refresh_token))).status).toBe(200)
    expect((await refresh(world, app, String(next.refresh_token))).body.error).toBe('invalid_grant')
  })

  it('works only while its person and organization allow it, and in no other organization', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const app = await addApp(world)
    const [hers, his] = [await connect(world, carol, app), await connect(world, dave, app)]
    await createOrganization(world.app, {
      subdomain: 'other',
      name: 'Other',
      owner: { email: 'olga@example.com', fullName: 'Olga', password: castPassword },
    })
    const there = await postAt(world, 'other.localhost', '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: hers.refresh_token,
      ...credentialsOf(app),
    })
    expect([there.status, there.body.error]).toEqual([401, 'invalid_client'])

    await alice.api.updateUser({ user_id: dave.id, role: 600 })
    expect((await refresh(world, app, his.refresh_token)).body.error).toBe('invalid_grant')
    const code = await codeFor(world, carol, app)
    await alice.api.deactivateUser({ user_id: carol.id })
    await expect(hers.api.getOwnUser()).rejects.toMatchObject({ code: expect.any(String) })
    expect((await refresh(world, app, hers.refresh_token)).body.error).toBe('invalid_grant')
    expect((await exchange(world, app, code)).body.error).toBe('invalid_grant')
    await alice.api.reactivateUser({ user_id: carol.id })
    expect((await refresh(world, app, hers.refresh_token)).body.error).toBe('invalid_grant')
  })
})
