import { apiError, type Scope, WireError } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import { hashOfKey } from '../../platform/signer.ts'
import type { Realm } from '../../realms/realm.ts'
import { hasAccountWithKey } from '../../realms/store.ts'
import { assertAllowedNetwork, sessionOf } from '../../sessions/sessions.ts'
import type { DownloadRequest } from '../reply/downloads.ts'
import {
  type AuthenticatedRequest,
  assertNotWebhookBot,
  assertTokenUsable,
  authenticate,
  isWebhookBot,
  keyHashOf,
  readCredentials,
} from './authenticate.ts'
import { assertContentScope } from './token-checks.ts'

/**
 * The viewer of a picture or file: by Basic authentication, by the parameter `api_key` (an `img` cannot send
 * headers), or by browser session. Undefined without credentials. Tokens need the scope.
 */
export async function viewerOf(
  request: DownloadRequest,
  scope: Scope = 'files:read',
): Promise<User | undefined> {
  const viewer = await identifiedViewer(request, scope)
  if (viewer !== undefined) await assertAllowedNetwork(await request.realm(), request.exchange.address)
  return viewer
}

async function identifiedViewer(
  { app, exchange, query, realm }: DownloadRequest,
  scope: Scope,
): Promise<User | undefined> {
  const here = await realm()
  const { authorization } = exchange.headers
  if (authorization !== undefined) {
    const user = await authenticate(app, here, exchange, readCredentials(authorization), false)
    assertContentScope(exchange.token, scope)
    return user
  }
  const key = query.get('api_key')
  if (key !== undefined) return await userWithKey(app, here, key)
  const session = await sessionOf(app, here, exchange.headers, false)
  if (session === undefined) return undefined
  return await here.decideFresh(() => admitted(here, here.directory.users.get(session.userId)))
}

/** The account of an API key in a URL. */
export async function userWithKey(
  app: App,
  realm: Realm,
  key: string,
  openToWebhookBots = false,
): Promise<User> {
  const keyHash = keyHashOf(key)
  try {
    return await realm.decideFresh(() => {
      const found = keyHash === undefined ? undefined : realm.directory.userByKeyHash(keyHash)
      const user = admitted(realm, found, openToWebhookBots)
      // The URLs of webhooks that exist go on, because only the service that has one can change it.
      if (isWebhookBot(user) || realm.directory.setting('api_keys_enabled')) return user
      throw apiError('api-keys-disabled')
    })
  } catch (error) {
    const isUnknown = error instanceof WireError && error.kind === 'InvalidApiKey'
    if (keyHash === undefined || !isUnknown) throw error
    if (!(await hasAccountWithKey(app.database.db, keyHash))) throw error
    throw apiError('account-in-other-organization')
  }
}

/** The bot of a token in the URL of a webhook. Other tokens do not belong into URLs, which are logged and shown. */
export async function userWithWebhookToken(
  app: App,
  realm: Realm,
  request: AuthenticatedRequest,
  secret: string,
): Promise<User> {
  const token = await app.tokens.find(app, realm, hashOfKey(secret))
  if (token?.kind !== 'webhook') throw apiError('api-key-invalid')
  const user = await realm.decideFresh(() => admitted(realm, realm.directory.users.get(token.userId), true))
  assertTokenUsable(app, realm, request, token)
  request.token = token
  return user
}

function admitted(realm: Realm, user: User | undefined, openToWebhookBots = false): User {
  if (user === undefined || user.isSystemBot) throw apiError('api-key-invalid')
  if (realm.directory.realm.deactivated) throw apiError('organization-deactivated')
  if (!user.isActive) throw apiError('account-deactivated')
  if (!openToWebhookBots) assertNotWebhookBot(user)
  return user
}
