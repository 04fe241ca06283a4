import { apiError, type Endpoint, endpoints } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import { admitsSpectators, spectator } from '../../directory/spectator.ts'
import type { Realm } from '../../realms/realm.ts'
import { assertOwnOrigin, assertOwnPage, sessionOf } from '../../sessions/sessions.ts'
import { isToken } from '../../tokens/tokens.ts'
import type { Exchange } from '../exchange.ts'
import { authenticate, authenticateFromMemory, readCredentials } from './authenticate.ts'
import { isSessionCall } from './prefixes.ts'
import { userWithKey, userWithWebhookToken } from './viewer.ts'

/** A request whose caller is not identified yet. */
type UnidentifiedRequest = Pick<
  Exchange,
  'url' | 'headers' | 'address' | 'body' | 'session' | 'token' | 'allowance'
>

/**
 * The caller: below `/api/v1` by API key or token, below `/json` by browser session, for webhooks by the key or token in the URL.
 * Undefined for endpoints without authentication.
 */
export async function callerOf(
  app: App,
  realm: Realm | undefined,
  endpoint: Endpoint,
  exchange: UnidentifiedRequest,
  /** The parameter `api_key`. */
  key: string | undefined,
): Promise<User | undefined> {
  if (endpoint.auth === 'key') return await userByParameter(app, realm, endpoint, exchange, key)
  if (isSessionCall(exchange.url)) return await browserUser(app, realm, endpoint, exchange)
  if (endpoint.auth === 'none') return undefined
  const { authorization } = exchange.headers
  if (endpoint.auth === 'spectator' && authorization === undefined) {
    return await admitSpectator(app, realm, exchange)
  }
  return await authenticate(app, realm, exchange, readCredentials(authorization), endpoint.openToWebhookBots)
}

/** The account of the API key or token if it can be determined from memory, which is usually the case. */
export function recognizeCaller(
  app: App,
  realm: Realm | undefined,
  { auth, openToWebhookBots }: Endpoint,
  exchange: Exchange,
): User | undefined {
  const { url, headers } = exchange
  const { authorization } = headers
  if (auth === 'key' || auth === 'none' || authorization === undefined || isSessionCall(url)) return undefined
  return authenticateFromMemory(app, realm, exchange, readCredentials(authorization), openToWebhookBots)
}

async function userByParameter(
  app: App,
  realm: Realm | undefined,
  { openToWebhookBots }: Endpoint,
  exchange: UnidentifiedRequest,
  key: string | undefined,
): Promise<User> {
  if (key === undefined)
    throw apiError('parameter-missing', { parameter: 'api_key' }, { var_name: 'api_key' })
  if (realm === undefined) throw apiError('organization-not-found')
  return isToken(key)
    ? await userWithWebhookToken(app, realm, exchange, key)
    : await userWithKey(app, realm, key, openToWebhookBots)
}

async function browserUser(
  app: App,
  realm: Realm | undefined,
  endpoint: Endpoint,
  exchange: UnidentifiedRequest,
): Promise<User | undefined> {
  if (realm === undefined) throw apiError('organization-not-found')
  const { headers } = exchange
  const changes = endpoint.method !== 'GET'
  if (endpoint.auth === 'none') {
    if (changes) assertOwnOrigin(headers)
    return undefined
  }
  await realm.decideFresh(() => {
    if (!realm.directory.realm.deactivated) return
    throw apiError('organization-deactivated')
  })
  const session = await sessionOf(app, realm, headers, isUse(endpoint, exchange))
  if (session === undefined) {
    if (endpoint.auth === 'spectator') return await admitSpectator(app, realm, exchange)
    throw apiError('session-missing')
  }
  const user = await realm.decideFresh(() => {
    const found = realm.directory.users.get(session.userId)
    if (!found?.isActive) throw apiError('account-deactivated')
    return found
  })
  if (changes) assertOwnPage(app, realm, headers)
  exchange.session = session
  return user
}

/** Browsers wait for events and report presence by themselves; only the presence of somebody who is there is a use. */
const isUse = (endpoint: Endpoint, { body }: UnidentifiedRequest) =>
  endpoint !== endpoints.getEvents &&
  (endpoint !== endpoints.updatePresence || body.get('new_user_input') === 'true')

/** Rate limited by address, because spectators have no account. */
async function admitSpectator(
  app: App,
  realm: Realm | undefined,
  exchange: UnidentifiedRequest,
): Promise<User> {
  if (realm === undefined) throw apiError('organization-not-found')
  if (app.config.rateLimits) exchange.allowance = app.limiter.take('api', `spectator ${exchange.address}`)
  await realm.decideFresh(() => {
    if (admitsSpectators(realm.directory, app.config.webPublicChannels)) return
    throw apiError('authentication-required')
  })
  return spectator
}
