import {
  Browser,
  castPassword,
  createWorld,
  eventually,
  openQueue,
  waitForParkedPolls,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { describe, expect, it } from 'vitest'
import { tidySignIn } from '../sign-in/jobs.ts'
import {
  addApp,
  apiWith,
  authorizeQuery,
  callback,
  codeFor,
  connect,
  decide,
  exchange,
  loggedIn,
  newPkce,
  post,
  redirectOf,
  refresh,
  type Tokens,
} from './testing/connect.ts'

const issuer = 'http://localhost:9991'

describe('Connecting an app', () => {
  it('asks a person who logs in, and gives the app tokens with the scopes that they allowed', async () => {
    const world = await createWorld({ config: { url: issuer } })
    const { alice, carol } = world
    const app = await addApp(world, {
      name: 'Calendar <b>',
      description: 'Shows "harvests"',
      is_confidential: true,
    })
    const pkce = newPkce()
    const query = authorizeQuery(app, pkce)
    const browser = new Browser(world)
    const start = await browser.send(`GET /oauth/authorize?${query}`)
    const login = start.headers.get('location') ?? ''
    expect(login).toMatch(/^\/login\?next=/)
    const loggedInTo = await browser.send(`POST ${login as '/login'}`, {
      username: carol.email,
      password: castPassword,
    })
    expect(loggedInTo.headers.get('location')).toBe(`/oauth/authorize?${query}`)

    const page = await browser.send(`GET /oauth/authorize?${query}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Connect Calendar &lt;b&gt; to your account?')
    expect(page.text).toContain('Shows &quot;harvests&quot;')
    expect(page.text).toContain('Read messages that you can read')
    expect(page.text).toContain('app.example')
    expect(page.text).not.toContain('send and change messages')
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' https://app.example;")

    const answer = await decide(browser, query)
    expect(answer.status).toBe(303)
    const { to, params } = redirectOf(answer)
    expect(to).toBe(callback)
    expect(params).toEqual({ code: expect.any(String), state: 'a b&c', iss: issuer })

    // client_secret_basic.
    const basic = `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}`
    const issued = await post(
      world,
      '/oauth/token',
      {
        grant_type: 'authorization_code',
        code: params.code ?? '',
        redirect_uri: callback,
        code_verifier: pkce.verifier,
      },
      { authorization: basic },
    )
    expect(issued.status).toBe(200)
    expect(issued.headers.get('cache-control')).toBe('no-store')
    expect(issued.body).toEqual({
      access_token: expect.stringMatching(/^lqa_[a-z2-7]{40}$/),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^lqr_[a-z2-7]{64}$/),
      scope: 'messages:read users:read',
    })
    const tokens = issued.body as unknown as Tokens
    const api = apiWith(world, tokens.access_token)
    await expect(api.getOwnUser()).resolves.toMatchObject({ user_id: carol.id })
    await expect(api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })).rejects.toMatchObject(
      withReason('token-scope-missing', { scope: 'messages:write' }),
    )
    await expect(api.getConnectedApps()).rejects.toMatchObject(withReason('token-denied'))
    expect((await carol.api.getTokens({})).tokens).toEqual([])
    const { apps } = await carol.api.getConnectedApps()
    expect(apps).toMatchObject([
      { app_id: app.id, scopes: ['messages:read', 'users:read'], channel_ids: null },
    ])
    expect(apps[0]?.last_used_at).not.toBeNull()
    expect((await alice.api.getApps()).apps).toMatchObject([{ app_id: app.id, people: 1 }])
    const { entries } = await alice.api.getAuditLog({ kinds: ['app.connected', 'app.token_issued'] })
    expect(entries.map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
      ['app.token_issued', carol.id],
      ['app.connected', carol.id],
    ])
    // Nothing that gives access is stored.
    const { rows } =
      await sql`select t::text, g::text, a::text from api_token t, oauth_grant g, oauth_app a`.execute(
        world.app.database.db,
      )
    for (const secret of [tokens.access_token.slice(8), tokens.refresh_token, params.code, app.secret]) {
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
  })

  it('replaces refresh tokens with each use, until 90 days pass without one', async () => {
    const world = await createWorld({ config: { url: issuer } })
    const { alice, carol, clock } = world
    const app = await addApp(world)
    let { refresh_token, api } = await connect(world, carol, app)
    for (let days = 0; days < 180; days += 60) {
      clock.advance(3_600)
      await expect(api.getOwnUser()).rejects.toMatchObject(withReason('token-expired'))
      clock.advance(60 * 86_400)
      await tidySignIn.run(world.app, {})
      const { status, body } = await refresh(world, app, refresh_token, { scope: 'messages:read' })
      expect(status).toBe(200)
      expect(body.scope).toBe('messages:read')
      refresh_token = String(body.refresh_token)
      api = apiWith(world, String(body.access_token))
      await expect(api.getOwnUser()).rejects.toMatchObject(
        withReason('token-scope-missing', { scope: 'users:read' }),
      )
      // Fewer scopes of one token do not change the connection.
      const whole = await refresh(world, app, refresh_token)
      expect(whole.body.scope).toBe('messages:read users:read')
      refresh_token = String(whole.body.refresh_token)
      api = apiWith(world, String(whole.body.access_token))
      await api.getOwnUser()
    }
    clock.advance(90 * 86_400)
    expect((await refresh(world, app, refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    clock.advance(2 * 86_400)
    await tidySignIn.run(world.app, {})
    expect((await alice.api.getApps()).apps).toMatchObject([{ people: 0 }])

    await alice.api.updateRealm({ token_max_lifetime_days: 1 })
    const short = await connect(world, carol, app)
    clock.advance(23.5 * 3_600)
    const last = await refresh(world, app, short.refresh_token)
    expect(last.body.expires_in).toBe(1_800)
    clock.advance(1_800)
    expect((await refresh(world, app, String(last.body.refresh_token))).status).toBe(400)
  })

  it('can be limited to channels, denied, and undone everywhere with its polls', async () => {
    const world = await createWorld({ config: { url: issuer } })
    const { alice, carol } = world
    const other = await world.secondNode()
    const app = await addApp(world)
    const browser = await loggedIn(world, carol)
    const denied = await decide(browser, authorizeQuery(app, newPkce()), { decision: 'deny' })
    expect(redirectOf(denied).params).toMatchObject({ error: 'access_denied', state: 'a b&c', iss: issuer })

    const { subscriptions } = await carol.api.getSubscriptions({})
    const channel = subscriptions[0]!.stream_id
    const scope = 'messages:write channels:read events:read users:read'
    const limited = await connect(
      world,
      carol,
      app,
      { scope },
      {
        decision: 'allow',
        channels: 'some',
        [`channel_${channel}`]: 'on',
      },
    )
    await limited.api.sendMessage({ type: 'channel', to: channel, topic: 'a', content: 'hi' })
    await expect(
      limited.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' }),
    ).rejects.toMatchObject(withReason('token-channel-denied'))
    expect((await carol.api.getConnectedApps()).apps[0]?.channel_ids).toEqual([channel])

    const whole = await connect(world, carol, app, { scope })
    const person = { ...carol, apiKey: whole.access_token }
    const queue = await openQueue({ ...person, api: whole.api })
    const poll = other.as(person).getEvents(queue)
    await waitForParkedPolls(other, 1)
    await carol.api.disconnectApp({ app_id: app.id })
    await expect(whole.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    await expect(poll).resolves.toMatchObject({ events: [] })
    await eventually(async () =>
      expect(other.as(person).getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid')),
    )
    expect((await refresh(world, app, whole.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    await expect(carol.api.disconnectApp({ app_id: app.id })).rejects.toMatchObject(
      withReason('app-not-connected'),
    )

    const mine = await connect(world, carol, app)
    await alice.api.deleteApp({ app_id: app.id })
    await expect(mine.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    expect((await refresh(world, app, mine.refresh_token)).body).toMatchObject({ error: 'invalid_client' })
  })

  it('works for native apps with their own scheme and with any port of this computer', async () => {
    const world = await createWorld({ config: { url: issuer } })
    const { carol } = world
    const app = await addApp(world, {
      redirect_uris: ['com.example.app:/done', 'http://127.0.0.1/done?a=1', 'http://[::1]/x'],
    })
    const browser = await loggedIn(world, carol)
    for (const [redirect_uri, source] of [
      ['com.example.app:/done', 'com.example.app:'],
      ['http://127.0.0.1:4711/done?a=1', 'http://127.0.0.1:4711'],
      ['http://[::1]:80/x', 'http:'],
    ] as const) {
      const query = authorizeQuery(app, newPkce(), { redirect_uri })
      const page = await browser.send(`GET /oauth/authorize?${query}`)
      expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${source};`)
      const location = (await decide(browser, query)).headers.get('location') ?? ''
      expect(location).toContain(redirect_uri)
      expect(location).toMatch(/[?&]code=[a-z2-7]{40}&/)
    }
    const { code, verifier } = await codeFor(world, carol, app, {
      redirect_uri: 'http://127.0.0.1:4711/done?a=1',
    })
    const elsewhere = { redirect_uri: 'http://127.0.0.1:4712/done?a=1' }
    expect((await exchange(world, app, { code, verifier }, elsewhere)).body.error).toBe('invalid_grant')
  })

  it('is done by an independent client library, from discovery to revocation', async () => {
    const world = await createWorld({ config: { url: issuer } })
    const { carol } = world
    const app = await addApp(world, { is_confidential: true })
    // The test server listens on another port than its configured address.
    const customFetch: client.CustomFetch = (url, { body, ...options }) =>
      fetch(url.replace(issuer, world.url), { ...options, body: body ?? null })
    const config = await client.discovery(
      new URL(issuer),
      app.clientId,
      app.secret ?? '',
      client.ClientSecretBasic(app.secret ?? ''),
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests], [client.customFetch]: customFetch },
    )
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const expectedState = client.randomState()
    const start = client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'messages:read users:read',
      state: expectedState,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    expect(start.origin + start.pathname).toBe(`${issuer}/oauth/authorize`)
    const answer = await decide(await loggedIn(world, carol), start.search.slice(1))
    const tokens = await client.authorizationCodeGrant(
      config,
      new URL(answer.headers.get('location') ?? ''),
      { pkceCodeVerifier, expectedState },
    )
    const ownUser = await client.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${issuer}/api/v1/users/me`),
      'GET',
    )
    expect(await ownUser.json()).toMatchObject({ user_id: carol.id })
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    await client.tokenRevocation(config, next.refresh_token ?? '')
    await expect(apiWith(world, next.access_token).getOwnUser()).rejects.toMatchObject(
      withReason('credentials-invalid'),
    )
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})
