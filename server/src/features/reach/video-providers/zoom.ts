import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Zoom } from '../../../platform/calls-config.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteZoomToken, findZoomToken, replaceZoomToken, saveZoomToken, type ZoomToken } from './store.ts'
import { requestMeeting, requestToken, revokeToken } from './zoom-requests.ts'

/** Tokens are renewed a little before they expire. */
const renewalMs = 60_000

export function zoomOf({ config }: App): Zoom {
  if (config.zoom === undefined) throw apiError('video-provider-not-configured', { provider: 'Zoom' })
  return config.zoom
}

/** Creates a meeting. Returns the URL to join. */
export async function createZoomMeeting(
  app: App,
  realm: Realm,
  user: User,
  isVideo: boolean,
): Promise<string> {
  const zoom = zoomOf(app)
  const { accountId } = zoom
  const token = accountId === undefined ? await userToken(app, realm, zoom, user) : await appToken(app, zoom)
  const owner = accountId === undefined ? 'me' : user.deliveryEmail
  const created = await requestMeeting(zoom, token.accessToken, { owner, isVideo })
  if (typeof created === 'object') return created.url
  if (created === 'user') throw apiError('zoom-user-unknown')
  if (accountId === undefined) await forgetToken(realm, user)
  else app.slots.set(tokenSlot, undefined)
  throw apiError('zoom-token-invalid')
}

/** Stores the token of a user who came back from Zoom with a code. */
export async function connectZoom(
  app: App,
  realm: Realm,
  user: User,
  { code, redirectUri }: { code: string; redirectUri: string },
): Promise<void> {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
  const token = await requestToken(zoomOf(app), grant, app.clock.now())
  if (token === undefined) throw apiError('zoom-token-invalid')
  await realm.transact(async (tx) => {
    await saveZoomToken(tx, user.id, token)
    tx.publish({ type: 'has_zoom_token', value: true }, { users: [user.id] })
  })
}

/** Deletes the tokens of a user, then revokes them at Zoom. */
export async function disconnectZoom(app: App, realm: Realm, user: User): Promise<void> {
  const { config, clock, database, logger, sealer } = app
  const token = await findZoomToken(database.db, sealer, user.id)
  await forgetToken(realm, user)
  if (token === undefined || config.zoom === undefined) return
  const isRevoked = await revoke(config.zoom, token, clock.now()).catch(() => false)
  if (!isRevoked) logger.warn({ userId: user.id }, 'a token of Zoom was deleted, but could not be revoked')
}

/** Zoom revokes the access by an access token, so an expired one is renewed first. */
async function revoke(zoom: Zoom, token: ZoomToken, now: number): Promise<boolean> {
  const grant = { grant_type: 'refresh_token', refresh_token: token.refreshToken }
  const valid = token.expiresAt > now ? token : await requestToken(zoom, grant, now)
  return valid !== undefined && (await revokeToken(zoom, valid.accessToken))
}

async function userToken(app: App, realm: Realm, zoom: Zoom, user: User): Promise<ZoomToken> {
  const { db } = app.database
  const token = await findZoomToken(db, app.sealer, user.id)
  if (token === undefined) throw apiError('zoom-token-invalid')
  if (token.expiresAt - renewalMs > app.clock.now()) return token
  const grant = { grant_type: 'refresh_token', refresh_token: token.refreshToken }
  const fresh = await requestToken(zoom, grant, app.clock.now())
  if (fresh !== undefined) {
    await realm.transact((tx) => replaceZoomToken(tx, user.id, fresh))
    return fresh
  }
  // A refresh token works once. Another process may just have used it.
  const current = await findZoomToken(db, app.sealer, user.id)
  if (current !== undefined && current.accessToken !== token.accessToken) return current
  await forgetToken(realm, user)
  throw apiError('zoom-token-invalid')
}

async function forgetToken(realm: Realm, user: User): Promise<void> {
  await realm.transact(async (tx) => {
    if (!(await deleteZoomToken(tx, user.id))) return
    tx.publish({ type: 'has_zoom_token', value: false }, { users: [user.id] })
  })
}

/** The token of the server-to-server app, one per process. */
const tokenSlot = new Slot<App, ZoomToken | undefined>()

async function appToken(app: App, zoom: Zoom): Promise<ZoomToken> {
  const known = app.slots.get(tokenSlot)
  if (known !== undefined && known.expiresAt - renewalMs > app.clock.now()) return known
  const grant = { grant_type: 'account_credentials', account_id: zoom.accountId ?? '' }
  const token = await requestToken(zoom, grant, app.clock.now())
  if (token === undefined) throw apiError('zoom-token-invalid')
  app.slots.set(tokenSlot, token)
  return token
}
