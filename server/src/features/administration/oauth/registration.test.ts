import { createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { authorizeQuery, callback, decide, loggedIn, newPkce, redirectOf } from './testing/connect.ts'

describe('Apps that register themselves', () => {
  const register = async (world: World, metadata: unknown) => {
    const response = await fetch(`${world.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const assistant = {
    client_name: 'Assistant',
    redirect_uris: ['http://localhost:3000/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  }

  it('need the consent of the organization, cannot administer, and never redirect by themselves', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const described = async () =>
      (await (await fetch(`${world.url}/.well-known/oauth-authorization-server`)).json()) as object
    expect(await described()).not.toHaveProperty('registration_endpoint')
    expect((await register(world, assistant)).status).toBe(403)
    await alice.api.updateRealm({ app_self_registration_enabled: true })
    expect(await described()).toHaveProperty('registration_endpoint')

    const { status, body } = await register(world, assistant)
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('client_secret')
    expect(body.scope).not.toContain('admin')
    const app = { id: 0, clientId: String(body.client_id), secret: null }
    const browser = await loggedIn(world, carol)
    const redirect_uri = 'http://localhost:4000/callback'
    const query = authorizeQuery(app, newPkce(), { redirect_uri })
    expect((await browser.send(`GET /oauth/authorize?${query}`)).text).toContain(
      'This app registered itself.',
    )
    const wider = authorizeQuery(app, newPkce(), { redirect_uri, scope: 'messages:admin' })
    const wrong = await browser.send(`GET /oauth/authorize?${wider}`)
    expect([wrong.status, wrong.headers.get('location')]).toEqual([400, null])
    expect(wrong.text).toContain(`href="${redirect_uri}?error=invalid_scope`)
    expect(redirectOf(await decide(browser, query)).params.code).toBeDefined()

    const confidential = await register(world, { redirect_uris: [callback], scope: 'messages:read unknown' })
    expect(confidential.body).toMatchObject({
      client_secret: expect.stringMatching(/^lqs_/),
      client_secret_expires_at: 0,
      scope: 'messages:read',
    })
    for (const [changes, error] of [
      [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: 'x' }, 'invalid_client_metadata'],
      [{ grant_types: ['password'] }, 'invalid_client_metadata'],
      [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
      [{ client_name: 'x'.repeat(61) }, 'invalid_client_metadata'],
      [{ logo_uri: 'http://evil.example/' }, 'invalid_client_metadata'],
    ] as const) {
      const refused = await register(world, { ...assistant, ...changes })
      expect([refused.status, refused.body.error], JSON.stringify(changes)).toEqual([400, error])
    }
    const resource = await fetch(`${world.url}/.well-known/oauth-protected-resource/mcp`)
    expect(await resource.json()).toMatchObject({ resource: expect.stringMatching(/\/mcp$/) })
    expect((await fetch(`${world.url}/.well-known/oauth-protected-resource/other`)).status).toBe(404)
  })

  it('are limited in their number per hour', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    await world.alice.api.updateRealm({ app_self_registration_enabled: true })
    for (let n = 0; n < 20; n++) expect((await register(world, assistant)).status).toBe(201)
    const { status, body } = await register(world, assistant)
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable'])
  })
})
