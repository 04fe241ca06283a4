import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from '../../../app.ts'
import type { Tx } from '../../../events/transaction.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { newSecret, publishTokenEndings } from '../../../tokens/tokens.ts'
import { allowedScopes } from '../apps/allowed-scopes.ts'
import type { AppRow } from '../apps/store.ts'
import { insertToken } from '../tokens/store.ts'
import { assertResource } from './authorization.ts'
import { canConnectApps } from './consent.ts'
import { assertFresh, OAuthError } from './errors.ts'
import { type OAuthParams, required } from './form.ts'
import {
  deleteGrant,
  deleteOlderTokens,
  type GrantRow,
  lockGrantByCode,
  lockGrantByFamily,
  recordRefresh,
  userOfGrant,
} from './grant-store.ts'
import { requestedScopes } from './scopes.ts'

const accessSeconds = 60 * 60
const dayMs = 24 * 60 * 60 * 1_000
const refreshDays = 90
/** Access tokens of one connection. Refreshing ends the oldest ones beyond this. */
const maxAccessTokens = 5

/**
 * A refresh token has two parts. The first is the same for all that descend from one consent, so one of them that was replaced is recognized
 * without storing it.
 */
const familyLength = 24
const refreshLength = 40
const refreshForm = new RegExp(`^lqr_([a-z2-7]{${familyLength}})[a-z2-7]{${refreshLength}}$`)
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/

export interface IssuedTokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** A refusal that has to be committed, because it ends a grant. */
type Outcome = IssuedTokens | OAuthError

const invalidGrant = (description: string) => new OAuthError('invalid_grant', description)

/** Before the transaction. A deactivation meanwhile deletes the grant, which the transaction then does not find. */
async function assertMayConnect(realm: Realm, userId: number | undefined): Promise<void> {
  if (userId === undefined) return
  const mayConnect = () => {
    const user = realm.directory.users.get(userId)
    return user !== undefined && canConnectApps(realm.directory, user)
  }
  const denied = invalidGrant('The account is deactivated, or cannot connect apps any more.')
  await assertFresh(realm, mayConnect, denied)
}

function orThrow(outcome: Outcome): IssuedTokens {
  if (outcome instanceof OAuthError) throw outcome
  return outcome
}

/** Exchanges an authorization code. */
export async function exchangeCode(
  app: App,
  realm: Realm,
  client: AppRow,
  params: OAuthParams,
): Promise<IssuedTokens> {
  const code = required(params, 'code')
  const verifier = required(params, 'code_verifier')
  if (!verifierForm.test(verifier)) throw new OAuthError('invalid_request', 'The code_verifier is malformed.')
  assertResource(realm, params)
  const codeHash = hashOfKey(code)
  await assertMayConnect(realm, await userOfGrant(app.database.db, realm.id, { codeHash }))
  const outcome = await realm.transact(async (tx): Promise<Outcome> => {
    const grant = await lockGrantByCode(tx, codeHash)
    if (grant === undefined || grant.app_id !== client.id) return invalidGrant('The code is unknown.')
    if (grant.used_at !== null) {
      await endReused(tx, client, grant, 'code')
      return invalidGrant('The code was already used. All tokens that came from it have ended.')
    }
    const now = app.clock.now()
    const problem = codeProblem(grant, params, verifier, now)
    if (problem !== undefined) {
      // Sent with other values than it was issued for: the code was stolen, or the client is broken.
      await deleteGrant(tx, grant.id)
      return invalidGrant(problem)
    }
    const issued = await issueTokens(app, realm, tx, client, grant, {
      family: randomKey(familyLength),
      scope: undefined,
    })
    if (!(issued instanceof OAuthError)) {
      tx.audit({
        kind: 'app.token_issued',
        target: { type: 'app', id: client.id, name: client.name },
        actorId: grant.user_id,
        after: { user_id: grant.user_id, scopes: issued.scope },
      })
    }
    return issued
  })
  return orThrow(outcome)
}

function codeProblem(
  grant: GrantRow,
  params: OAuthParams,
  verifier: string,
  now: number,
): string | undefined {
  if (now >= grant.code_expires_at.getTime()) return 'The code has expired.'
  if ((params.get('redirect_uri') ?? grant.redirect_uri) !== grant.redirect_uri)
    return 'The redirect_uri differs from that of the authorization request.'
  const hash = createHash('sha256').update(verifier).digest('base64url')
  if (!timingSafeEqual(Buffer.from(hash), Buffer.from(grant.code_challenge)))
    return 'The code_verifier does not fit the code_challenge.'
  return undefined
}

/** Replaces a refresh token, and creates an access token. */
export async function refreshTokens(
  app: App,
  realm: Realm,
  client: AppRow,
  params: OAuthParams,
): Promise<IssuedTokens> {
  const token = required(params, 'refresh_token')
  const family = familyOf(token)
  if (family === undefined) throw invalidGrant('The refresh token is unknown.')
  assertResource(realm, params)
  const familyHash = hashOfKey(family)
  await assertMayConnect(realm, await userOfGrant(app.database.db, realm.id, { familyHash }))
  const outcome = await realm.transact(async (tx): Promise<Outcome> => {
    const grant = await lockGrantByFamily(tx, familyHash)
    if (grant === undefined || grant.app_id !== client.id)
      return invalidGrant('The refresh token is unknown.')
    if (grant.refresh_hash !== hashOfKey(token)) {
      await endReused(tx, client, grant, 'refresh token')
      return invalidGrant('The refresh token was already used. All tokens of this connection have ended.')
    }
    if (app.clock.now() >= grant.expires_at.getTime()) return invalidGrant('The refresh token has expired.')
    return await issueTokens(app, realm, tx, client, grant, { family, scope: params.get('scope') })
  })
  return orThrow(outcome)
}

/** The common part of a refresh token and those that it replaced; undefined for other texts. */
export const familyOf = (token: string): string | undefined => refreshForm.exec(token)?.[1]

/** Either the app or a thief has used it before. Nobody can tell which, so both lose access (RFC 9700). */
async function endReused(
  tx: Tx,
  client: AppRow,
  grant: GrantRow,
  reused: 'code' | 'refresh token',
): Promise<void> {
  await deleteGrant(tx, grant.id)
  tx.audit({
    kind: 'app.reuse_detected',
    target: { type: 'app', id: client.id, name: client.name },
    actorId: grant.user_id,
    after: { user_id: grant.user_id, reused },
  })
  publishTokenEndings(tx, [grant.user_id])
}

async function issueTokens(
  app: App,
  realm: Realm,
  tx: Tx,
  client: AppRow,
  grant: GrantRow,
  { family, scope }: { family: string; scope: string | undefined },
): Promise<Outcome> {
  const now = app.clock.now()
  const end = endOf(realm, grant, now)
  if (end <= now) return invalidGrant('The organization limits the lifetime of connections.')
  const held = allowedScopes(grant.scopes, client.scopes)
  if (held.length === 0) return invalidGrant('The app has none of the allowed scopes any more.')
  const scopes = requestedScopes(scope, held)
  const access = newSecret('app')
  const expiresAt = Math.min(now + accessSeconds * 1_000, end)
  await insertToken(tx, {
    userId: grant.user_id,
    kind: 'app',
    name: client.name,
    start: access.start,
    keyHash: access.hash,
    scopes,
    readOnly: false,
    channelIds: grant.channel_ids,
    topic: null,
    addresses: null,
    createdBy: grant.user_id,
    createdAt: new Date(now),
    expiresAt: new Date(expiresAt),
    grantId: grant.id,
  })
  if (await deleteOlderTokens(tx, grant.id, maxAccessTokens, new Date(now))) {
    publishTokenEndings(tx, [grant.user_id])
  }
  return {
    access_token: access.secret,
    token_type: 'Bearer',
    expires_in: Math.ceil((expiresAt - now) / 1_000),
    refresh_token: await rotate(tx, grant, family, now, end),
    scope: scopes.join(' '),
  }
}

/** Refresh tokens last 90 days from their last use, within the maximum lifetime of tokens. */
function endOf({ directory }: Realm, grant: GrantRow, now: number): number {
  const days = directory.setting('token_max_lifetime_days')
  const latest = days === 0 ? Number.POSITIVE_INFINITY : grant.created_at.getTime() + days * dayMs
  return Math.min(now + refreshDays * dayMs, latest)
}

async function rotate(tx: Tx, grant: GrantRow, family: string, now: number, end: number): Promise<string> {
  const token = `lqr_${family}${randomKey(refreshLength)}`
  await recordRefresh(tx, grant, {
    familyHash: hashOfKey(family),
    refreshHash: hashOfKey(token),
    at: new Date(now),
    expiresAt: new Date(end),
  })
  return token
}
