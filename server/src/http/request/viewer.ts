import { apiError, WireError } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import type { Realm } from '../../realms/realm.ts'
import { hasAccountWithKey } from '../../realms/store.ts'
import { assertAllowedNetwork, sessionOf } from '../../sessions/sessions.ts'
import type { DownloadRequest } from '../reply/downloads.ts'
import { assertNotWebhookBot, authenticate, keyHashOf, readCredentials } from './authenticate.ts'

/**
 * The viewer of a picture or file: by Basic authentication, by the parameter `api_key` (an `img` cannot send
 * headers), or by browser session. Undefined without credentials.
 */
export async function viewerOf(request: DownloadRequest): Promise<User | undefined> {
  const viewer = await identifiedViewer(request)
  if (viewer !== undefined) await assertAllowedNetwork(await request.realm(), request.exchange.address)
  return viewer
}

async function identifiedViewer({ app, exchange, query, realm }: DownloadRequest): Promise<User | undefined> {
  const here = await realm()
  const { authorization } = exchange.headers
  if (authorization !== undefined) return await authenticate(here, readCredentials(authorization), false)
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
    return await realm.decideFresh(() =>
      admitted(
        realm,
        keyHash === undefined ? undefined : realm.directory.userByKeyHash(keyHash),
        openToWebhookBots,
      ),
    )
  } catch (error) {
    const isUnknown = error instanceof WireError && error.kind === 'InvalidApiKey'
    if (keyHash === undefined || !isUnknown) throw error
    if (!(await hasAccountWithKey(app.database.db, keyHash))) throw error
    throw apiError('account-in-other-organization')
  }
}

function admitted(realm: Realm, user: User | undefined, openToWebhookBots = false): User {
  if (user === undefined || user.isSystemBot) throw apiError('api-key-invalid')
  if (realm.directory.realm.deactivated) throw apiError('organization-deactivated')
  if (!user.isActive) throw apiError('account-deactivated')
  if (!openToWebhookBots) assertNotWebhookBot(user)
  return user
}
