import type * as openid from 'openid-client'
import type { App } from '../../../app.ts'
import { isLoopback, type OpenIdProvider } from '../../../platform/login-config.ts'
import type { Stranger } from './admit.ts'

/** What must be the same when somebody comes back as when they were sent away. */
export interface Errand {
  state: string
  nonce: string
  verifier: string
}

/** The provider did not do its part. The message says why, for people. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
}

const timeoutSeconds = 10
/** Providers change their keys and addresses now and then. */
const cacheMs = 60 * 60 * 1_000

interface Discovered {
  at: number
  client: Promise<openid.Configuration>
}

const discovered = new WeakMap<OpenIdProvider, Discovered>()

/** Where to send somebody, and what to remember until they are back. */
export async function startErrand(
  app: App,
  provider: OpenIdProvider,
  redirectUri: string,
): Promise<{ url: string; errand: Errand }> {
  const library = await import('openid-client')
  const client = await clientOf(app, provider).catch((error: unknown) => {
    throw failed(app, provider, error)
  })
  const errand = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
  }
  const url = library.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: errand.state,
    nonce: errand.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(errand.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, errand }
}

/** Who came back. `url` is where they came to, as the provider knows it. */
export async function finishErrand(
  app: App,
  provider: OpenIdProvider,
  url: URL,
  errand: Errand,
): Promise<Omit<Stranger, 'key'>> {
  try {
    const library = await import('openid-client')
    const client = await clientOf(app, provider)
    const tokens = await library.authorizationCodeGrant(client, url, {
      expectedState: errand.state,
      expectedNonce: errand.nonce,
      pkceCodeVerifier: errand.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('There is no ID token.')
    const isTold = claims.email !== undefined && claims.name !== undefined
    const more =
      isTold || client.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await library.fetchUserInfo(client, tokens.access_token, claims.sub)
    return strangerFrom(provider, claims.iss, claims.sub, { ...more, ...claims })
  } catch (error) {
    throw failed(app, provider, error)
  }
}

function strangerFrom(
  provider: OpenIdProvider,
  issuer: string,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): Omit<Stranger, 'key'> {
  const word = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  const parts = [word('given_name'), word('family_name')].filter((part) => part !== undefined)
  return {
    issuer,
    subject,
    // An address that nobody checked is a way into somebody else's account.
    email: claims.email_verified === true ? word('email') : undefined,
    names: [word('name'), parts.join(' '), word('nickname'), word('preferred_username')],
    isTrusted: provider.autoSignup,
  }
}

async function clientOf({ clock }: App, provider: OpenIdProvider): Promise<openid.Configuration> {
  const known = discovered.get(provider)
  if (known !== undefined && clock.now() - known.at < cacheMs) return await known.client
  const client = discover(provider)
  discovered.set(provider, { at: clock.now(), client })
  // A failure is not kept: the next person tries again.
  client.catch(() => discovered.delete(provider))
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

/** In the way that the provider takes; what it takes if it does not say is settled. */
function authenticationOf(library: typeof openid, { clientSecret }: OpenIdProvider): openid.ClientAuth {
  if (clientSecret === undefined) return library.None()
  const [basic, post] = [library.ClientSecretBasic(clientSecret), library.ClientSecretPost(clientSecret)]
  return (server, ...request) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (taken.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}

const longestReason = 300

/** What the provider said, if it said something; what went wrong on the way is for the log. */
function failed(app: App, provider: OpenIdProvider, thrown: unknown): ProviderFailed {
  if (thrown instanceof ProviderFailed) return thrown
  const { error, error_description } = (thrown ?? {}) as { error?: unknown; error_description?: unknown }
  const said = [error_description, error].find((one) => typeof one === 'string' && one !== '')
  app.logger.warn({ err: thrown, provider: provider.name }, 'logging in elsewhere failed')
  return new ProviderFailed(
    typeof said === 'string'
      ? `${provider.displayName} said: ${said.slice(0, longestReason)}`
      : `We couldn't reach ${provider.displayName}, or didn't understand its response.`,
  )
}
