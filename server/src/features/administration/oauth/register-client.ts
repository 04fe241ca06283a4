import { allScopes, type Scope, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isDeeperThan } from '../../../http/request/json-depth.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { registerApp } from '../apps/actions.ts'
import { assertFresh, OAuthError, type OAuthErrorCode } from './errors.ts'
import { requestedScopes } from './scopes.ts'

const maxDepth = 5
const maxListLength = 20

/** Nobody has checked these apps, so they cannot ask to administer anything. */
const selfRegisteredScopes = allScopes.filter((scope) => !scope.endsWith(':admin'))
const authMethods = ['none', 'client_secret_basic', 'client_secret_post']

type Metadata = Readonly<Record<string, unknown>>

const invalid = (description: string) => new OAuthError('invalid_client_metadata', description)

/** Registers an app at its own request (RFC 7591), where the organization allows it. */
export async function registerClient(app: App, realm: Realm, body: string): Promise<object> {
  const isAllowed = () => realm.directory.setting('app_self_registration_enabled')
  const denied = new OAuthError('access_denied', 'Apps cannot register themselves in this organization.', 403)
  await assertFresh(realm, isAllowed, denied)
  const metadata = parsed(body)
  const method = textOf(metadata, 'token_endpoint_auth_method') ?? 'client_secret_basic'
  if (!authMethods.includes(method)) throw invalid('This token_endpoint_auth_method is not supported.')
  assertWithin(metadata, 'grant_types', ['authorization_code', 'refresh_token'])
  assertWithin(metadata, 'response_types', ['code'])
  const registered = await asOAuth(() =>
    registerApp(
      app,
      realm,
      {
        name: textOf(metadata, 'client_name') ?? 'App',
        description: '',
        homepageUrl: textOf(metadata, 'client_uri') ?? '',
        logoUrl: textOf(metadata, 'logo_uri') ?? '',
        redirectUris: listOf(metadata, 'redirect_uris') ?? [],
        scopes: scopesOf(metadata),
        isConfidential: method !== 'none',
      },
      null,
    ),
  )
  const { clientId, secret, app: stored } = registered
  return {
    client_id: clientId,
    client_id_issued_at: toSeconds(app.clock.now()),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: stored.name,
    ...(stored.homepageUrl !== '' && { client_uri: stored.homepageUrl }),
    ...(stored.logoUrl !== '' && { logo_uri: stored.logoUrl }),
    redirect_uris: stored.redirectUris,
    scope: stored.scopes.join(' '),
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

/** Scopes that do not exist here are left out, because apps register alike everywhere. The reply names the others. */
function scopesOf(metadata: Metadata): Scope[] {
  const names = textOf(metadata, 'scope')?.split(' ').slice(0, 100)
  if (names === undefined) return [...selfRegisteredScopes]
  const available = names.filter((name) => (selfRegisteredScopes as readonly string[]).includes(name))
  return requestedScopes(available.join(' '), selfRegisteredScopes)
}

function parsed(body: string): Metadata {
  let value: unknown
  try {
    value = isDeeperThan(body, maxDepth) ? undefined : JSON.parse(body)
  } catch {
    value = undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('The body must be a JSON object.')
  return value as Metadata
}

function textOf(metadata: Metadata, name: string): string | undefined {
  const value = metadata[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > 2_000) throw invalid(`${name} must be a short text.`)
  return value
}

function listOf(metadata: Metadata, name: string): string[] | undefined {
  const value = metadata[name]
  if (value === undefined || value === null) return undefined
  const isList = Array.isArray(value) && value.length <= maxListLength
  if (!isList || !value.every((one) => typeof one === 'string'))
    throw invalid(`${name} must be a list of at most ${maxListLength} texts.`)
  return value
}

function assertWithin(metadata: Metadata, name: string, supported: readonly string[]): void {
  if (listOf(metadata, name)?.some((one) => !supported.includes(one)))
    throw invalid(`${name} supports only ${supported.join(' and ')}.`)
}

async function asOAuth<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof WireError) || error.status !== 400) throw error
    const code: OAuthErrorCode =
      error.parameter === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new OAuthError(code, error.message)
  }
}
