import { apiError, type WireError } from '@loquat/contract'
import type * as openid from 'openid-client'
import type { App } from '../../../app.ts'
import type { OpenIdProvider } from '../../../platform/login-config.ts'
import { isLoopback } from '../../../platform/login-settings.ts'
import { Slot } from '../../../platform/slots.ts'
import type { ExternalPerson } from './admit.ts'
import { claimsOf } from './apply-mapping.ts'
import type { OpenIdGrant } from './grant-store.ts'

/** Values that must match between the authorization request and the callback. */
export interface LoginState {
  state: string
  nonce: string
  verifier: string
}

const timeoutSeconds = 10
/** Providers change keys and endpoints occasionally. */
const cacheMs = 60 * 60 * 1_000

interface DiscoveryEntry {
  at: number
  client: Promise<openid.Configuration>
}

const discoverySlot = new Slot<App, Map<OpenIdProvider, DiscoveryEntry>>()

/** The authorization URL, and the values to keep until the callback. */
export async function startLogin(
  app: App,
  provider: OpenIdProvider,
  redirectUri: string,
): Promise<{ url: string; loginState: LoginState }> {
  const library = await import('openid-client')
  const client = await clientOf(app, provider).catch((error: unknown) => {
    throw failed(app, provider, error)
  })
  const loginState = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
  }
  const url = library.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: scopesOf(provider),
    // The standard gives refresh tokens that outlive the session only with consent.
    ...(provider.sync === undefined ? {} : { prompt: 'consent' }),
    state: loginState.state,
    nonce: loginState.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(loginState.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, loginState }
}

function scopesOf({ scopes, sync }: OpenIdProvider): string {
  const has = scopes.split(' ').includes('offline_access')
  return sync === undefined || has ? scopes : `${scopes} offline_access`
}

type Person = Omit<ExternalPerson, 'key'>

export interface FinishedLogin {
  person: Person
  grant: OpenIdGrant
}

/** The authenticated person, and what the provider gave for later. `url` is the callback URL as registered with the provider. */
export async function finishLogin(
  app: App,
  provider: OpenIdProvider,
  url: URL,
  loginState: LoginState,
): Promise<FinishedLogin> {
  try {
    const library = await import('openid-client')
    const client = await clientOf(app, provider)
    const tokens = await library.authorizationCodeGrant(client, url, {
      expectedState: loginState.state,
      expectedNonce: loginState.nonce,
      pkceCodeVerifier: loginState.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('There is no ID token.')
    const sid = typeof claims.sid === 'string' ? claims.sid.slice(0, maxSessionIdLength) : null
    const refreshToken = provider.sync === undefined ? undefined : tokens.refresh_token
    const grant = { issuer: claims.iss, subject: claims.sub, sid, refreshToken }
    const all = await allClaims(client, provider, tokens, claims.sub)
    return { person: personFrom(provider, claims.iss, claims.sub, all ?? claims), grant }
  } catch (error) {
    throw failed(app, provider, error)
  }
}

const maxSessionIdLength = 500

/** Claims of the ID token and, if some are missing there, of the user info endpoint. Undefined if there are neither. */
async function allClaims(
  client: openid.Configuration,
  provider: OpenIdProvider,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
  subject: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const library = await import('openid-client')
  const claims = tokens.claims()
  const { groupsAttribute, roleAttribute } = provider.mapping
  const needed = ['email', 'name', groupsAttribute, roleAttribute].filter((claim) => claim !== undefined)
  const isTold = claims !== undefined && needed.every((claim) => claims[claim] !== undefined)
  if (isTold || client.serverMetadata().userinfo_endpoint === undefined) return claims
  const more = await library.fetchUserInfo(client, tokens.access_token, subject)
  return { ...more, ...claims }
}

/** Asks the provider for a user again. `gone` if it does not know them any more; throws if it cannot be asked. */
export async function refreshLogin(
  app: App,
  provider: OpenIdProvider,
  { issuer, subject, refreshToken }: { issuer: string; subject: string; refreshToken: string },
): Promise<'gone' | { person: Person | undefined; refreshToken: string }> {
  const library = await import('openid-client')
  const client = await clientOf(app, provider)
  try {
    const tokens = await library.refreshTokenGrant(client, refreshToken)
    const claims = tokens.claims()
    if (claims !== undefined && (claims.iss !== issuer || claims.sub !== subject)) return 'gone'
    const all = await allClaims(client, provider, tokens, subject)
    return {
      person: all && personFrom(provider, issuer, subject, all),
      refreshToken: tokens.refresh_token ?? refreshToken,
    }
  } catch (error) {
    if (error instanceof library.ResponseBodyError && error.error === 'invalid_grant') return 'gone'
    throw error
  }
}

/** The issuer as tokens name it, and the address of its keys. */
export async function serverOf(
  app: App,
  provider: OpenIdProvider,
): Promise<{ issuer: string; keysUrl: string | undefined }> {
  const { issuer, jwks_uri: keysUrl } = (await clientOf(app, provider)).serverMetadata()
  return { issuer, keysUrl }
}

function personFrom(
  provider: OpenIdProvider,
  issuer: string,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): Person {
  const word = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  const words = (name: string) => [claims[name]].flat().filter((one) => typeof one === 'string')
  const parts = [word('given_name'), word('family_name')].filter((part) => part !== undefined)
  return {
    issuer,
    subject,
    // An unverified address would allow taking over another account.
    email: claims.email_verified === true ? word('email') : undefined,
    names: [word('name'), parts.join(' '), word('nickname'), word('preferred_username')],
    isTrusted: provider.autoSignup,
    mapping: provider.mapping,
    ...claimsOf(provider.mapping, words),
  }
}

async function clientOf({ clock, slots }: App, provider: OpenIdProvider): Promise<openid.Configuration> {
  const cache = slots.get(discoverySlot) ?? slots.set(discoverySlot, new Map())
  const cached = cache.get(provider)
  if (cached !== undefined && clock.now() - cached.at < cacheMs) return await cached.client
  const client = discover(provider)
  cache.set(provider, { at: clock.now(), client })
  // Do not cache failures, so that the next login retries.
  client.catch(() => cache.delete(provider))
  return await client
}

async function discover(provider: OpenIdProvider): Promise<openid.Configuration> {
  const library = await import('openid-client')
  const issuer = new URL(provider.issuer)
  const isLocal = issuer.protocol === 'http:' && isLoopback(issuer.hostname)
  return await library.discovery(issuer, provider.clientId, undefined, authenticationOf(library, provider), {
    timeout: timeoutSeconds,
    execute: [library.enableNonRepudiationChecks, ...(isLocal ? [library.allowInsecureRequests] : [])],
  })
}

/** Uses the provider's preferred method, or the standard default. */
function authenticationOf(library: typeof openid, { clientSecret }: OpenIdProvider): openid.ClientAuth {
  if (clientSecret === undefined) return library.None()
  const [basic, post] = [library.ClientSecretBasic(clientSecret), library.ClientSecretPost(clientSecret)]
  return (server, ...request) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (taken.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}

const maxProblemLength = 300

/** Shows the provider's own message, if any, and logs other details. */
function failed(app: App, provider: OpenIdProvider, thrown: unknown): WireError {
  const { error, error_description } = (thrown ?? {}) as { error?: unknown; error_description?: unknown }
  const said = [error_description, error].find((one) => typeof one === 'string' && one !== '')
  app.logger.warn({ err: thrown, provider: provider.name }, 'logging in elsewhere failed')
  const name = provider.displayName
  return typeof said === 'string'
    ? apiError('login-provider-failed', { provider: name, problem: said.slice(0, maxProblemLength) })
    : apiError('login-provider-unavailable', { provider: name })
}
