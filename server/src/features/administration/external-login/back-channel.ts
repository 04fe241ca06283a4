import type { JWTVerifyGetKey } from 'jose'
import type { App } from '../../../app.ts'
import type { OpenIdProvider } from '../../../platform/login-config.ts'
import { hashOfKey } from '../../../platform/signer.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishSessionEndings } from '../../../sessions/sessions.ts'
import { deleteSessions } from '../../../sessions/store.ts'
import { useChallenge } from '../second-factors/passkey-store.ts'
import { sessionsOfIdentity } from './grant-store.ts'
import { serverOf } from './openid.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Only signatures: a token that is encrypted or authenticated by a shared secret is not needed for this. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const maxTokenLength = 10_000
const maxAgeSeconds = 120
const timeoutMs = 10_000

const keysSlot = new Slot<App, Map<string, JWTVerifyGetKey>>()

async function keysOf({ slots }: App, url: string): Promise<JWTVerifyGetKey> {
  const cache = slots.get(keysSlot) ?? slots.set(keysSlot, new Map())
  const cached = cache.get(url)
  if (cached !== undefined) return cached
  const { createRemoteJWKSet } = await import('jose')
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs })
  cache.set(url, keys)
  return keys
}

/** Ends the sessions that a logout token names. Each token works once. */
export async function acceptLogoutToken(
  app: App,
  realm: Realm,
  provider: OpenIdProvider,
  token: string,
): Promise<void> {
  if (token.length > maxTokenLength) throw new Error('The token is too long.')
  const { jwtVerify } = await import('jose')
  const { issuer, keysUrl } = await serverOf(app, provider)
  if (keysUrl === undefined) throw new Error('The provider has no keys.')
  const { payload } = await jwtVerify(token, await keysOf(app, keysUrl), {
    issuer,
    audience: provider.clientId,
    algorithms,
    maxTokenAge: maxAgeSeconds,
    clockTolerance: maxAgeSeconds / 2,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const { events, sub: subject, sid, jti = '', nonce } = payload
  // Neither an ID token nor an event of another kind may end sessions.
  if (nonce !== undefined || typeof events !== 'object' || events === null || !(logoutEvent in events)) {
    throw new Error('The token is no logout token.')
  }
  const named = { subject, sid: typeof sid === 'string' ? sid : undefined }
  if (named.subject === undefined && named.sid === undefined) throw new Error('The token names nobody.')
  const hash = hashOfKey(JSON.stringify(['openid logout', realm.id, issuer, jti]))
  const until = new Date(app.clock.now() + 2 * maxAgeSeconds * 1_000)
  if (!(await useChallenge(app.database.db, hash, until))) throw new Error('The token was used before.')
  await endSessionsOf(realm, issuer, named)
}

/** Ends the sessions of an identity. */
export async function endSessionsOf(
  realm: Realm,
  issuer: string,
  named: { subject: string | undefined; sid: string | undefined },
): Promise<void> {
  await realm.transact(async (tx) => {
    const byUser = Map.groupBy(await sessionsOfIdentity(tx, issuer, named), ({ userId }) => userId)
    for (const [userId, ended] of byUser) {
      for (const { id } of ended) await deleteSessions(tx, userId, { only: id })
      const target = { type: 'user', id: userId } as const
      tx.audit({ kind: 'session.ended', target, after: { sessions: ended.length, provider: issuer } })
    }
    if (byUser.size > 0) publishSessionEndings(tx, [...byUser.keys()])
  })
}
