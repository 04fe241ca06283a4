import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OpenIdProvider } from '@loquat/server/platform/login-config.ts'
import { noMapping } from '@loquat/server/platform/mapping-config.ts'
import { type JWTPayload, SignJWT } from 'jose'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'

export interface Account {
  groups?: string[]
  email?: string
  email_verified?: boolean
  name?: string
}

export interface TestProvider {
  /** For `createWorld({ config: { openIdProviders } })`. */
  config: OpenIdProvider
  /** By subject. */
  accounts: Map<string, Account>
  /** Answers every request with an error. */
  isBroken: boolean
  /** A logout token with these claims instead of the usual ones. */
  logoutToken(claims: JWTPayload, key?: KeyObject): Promise<string>
  /** The user at the browser; undefined refuses the login. */
  who: string | undefined
  /** Visits the provider. Returns the URL that it redirects to. */
  visit(url: string): Promise<string>
  stop(): Promise<void>
}

const secret = 'a secret that only the two know'

/** An OpenID provider that logs in the chosen user. Ends with the test. */
export async function startProvider(callback: string): Promise<TestProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, Account>()
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider = new Provider(issuer, {
    adapter: memory(),
    clients: [
      {
        client_id: 'loquat',
        client_secret: secret,
        redirect_uris: [callback],
        grant_types: ['authorization_code', 'refresh_token'],
        backchannel_logout_uri: `${callback}/unused`,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    rotateRefreshToken: true,
    findAccount: (_context, sub) =>
      accounts.has(sub) ? { accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) } : undefined,
    interactions: { url: (_context, { uid }) => `/log-in/${uid}` },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'test' }] },
    // Consent is granted without asking.
    loadExistingGrant: async ({ oidc }) => {
      const clientId = oidc.client?.clientId ?? ''
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile offline_access')
      await grant.save()
      return grant
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      RefreshToken: 60,
      Session: 60,
    },
  })
  const serve = provider.callback()
  server.on('request', (request, response) => {
    if (fixture.isBroken) return void response.writeHead(503).end()
    if (!request.url?.startsWith('/log-in/')) return serve(request, response)
    const { who } = fixture
    const result =
      who === undefined
        ? { error: 'access_denied', error_description: 'They <b>did not</b> want to.' }
        : { login: { accountId: who }, consent: {} }
    void provider.interactionFinished(request, response, result)
  })
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(async () => {
    if (server.listening) await stop()
  })
  const fixture: TestProvider = {
    config: {
      name: 'acme',
      displayName: 'Work & Co',
      issuer,
      clientId: 'loquat',
      clientSecret: secret,
      scopes: 'openid email profile',
      mapping: noMapping,
      iconUrl: 'https://acme.example/icon.png',
      autoSignup: false,
      sync: undefined,
    },
    isBroken: false,
    logoutToken: async (claims, signingKey = key) => {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const now = Math.floor(Date.now() / 1_000)
      const usual = { iss: issuer, aud: 'loquat', iat: now, exp: now + 60, jti: randomUUID(), events }
      return await new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'logout+jwt' })
        .sign(signingKey)
    },
    accounts,
    who: undefined,
    visit: (url) => visit(url, issuer),
    stop,
  }
  return fixture
}

async function visit(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let url = start; ; ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const one of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (one.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The provider stopped at ${url}: ${await response.text()}`)
    url = new URL(location, url).href
    if (!url.startsWith(issuer)) return url
  }
}

/** The default of the provider warns that it is not for production. */
function memory(): (name: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  return (name) => {
    const find = async (id: string) => stored.get(`${name} ${id}`)
    return {
      find,
      findByUid: async (uid) => [...stored.values()].find((one) => one.uid === uid),
      findByUserCode: async () => undefined,
      upsert: async (id, payload) => void stored.set(`${name} ${id}`, payload),
      destroy: async (id) => void stored.delete(`${name} ${id}`),
      consume: async (id) => {
        const payload = await find(id)
        if (payload !== undefined) payload.consumed = Date.now()
      },
      revokeByGrantId: async () => {},
    }
  }
}
