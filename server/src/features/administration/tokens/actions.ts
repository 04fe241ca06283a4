import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { isWebhookBot } from '../../../http/request/authenticate.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { newSecret, publishTokenEndings } from '../../../tokens/tokens.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { securityEmail } from '../sign-in/security-emails.ts'
import {
  assertRoomForToken,
  checkedToken,
  findNewTokenUser,
  findTokenUser,
  type TokenRequest,
} from './rules.ts'
import { countTokens, deleteToken, deleteTokensOf, findToken, insertToken } from './store.ts'

/** Creates a token, and returns its secret. It is not stored. */
export async function createToken(
  app: App,
  realm: Realm,
  callerId: number,
  userId: number,
  request: TokenRequest,
): Promise<{ secret: string; id: number }> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    const user = findNewTokenUser(directory, caller, userId)
    const now = app.clock.now()
    const checked = checkedToken(directory, caller, user, request, now)
    const stored = await storeToken(tx, user, checked, now, caller.id)
    if (!isBot(user)) await sendEmail(tx, securityEmail(realm, user, 'tokenCreated', { token: checked.name }))
    return stored
  })
}

/** Stores a token of a checked request. */
export async function storeToken(
  tx: Tx,
  user: User,
  request: TokenRequest,
  now: number,
  createdBy: number | null,
): Promise<{ secret: string; id: number }> {
  assertRoomForToken(await countTokens(tx.db, user.id))
  const kind = isWebhookBot(user) ? 'webhook' : 'api'
  const { secret, hash, start } = newSecret(kind)
  const { name, scopes, readOnly, channelIds, addresses, expiresAt } = request
  const id = await insertToken(tx, {
    userId: user.id,
    kind,
    name,
    start,
    keyHash: hash,
    scopes,
    readOnly,
    channelIds,
    topic: request.topic ?? null,
    addresses,
    createdBy,
    createdAt: new Date(now),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  })
  tx.audit({
    kind: 'token.created',
    target: { type: 'token', id, name },
    after: {
      user_id: user.id,
      start,
      scopes,
      read_only: readOnly,
      channel_ids: channelIds,
      addresses,
      expires_at: expiresAt && Math.floor(expiresAt / 1_000),
    },
  })
  return { secret, id }
}

/** Revokes a token of the caller, of a bot that they manage, or of anyone for administrators. */
export async function revokeToken(app: App, realm: Realm, callerId: number, tokenId: number): Promise<void> {
  const { directory } = realm
  const token = await findToken(app.database.db, realm.id, tokenId)
  if (token === undefined) throw apiError('token-not-found')
  await realm.decideFresh(() => {
    const caller = callerOf(directory, callerId)
    try {
      findTokenUser(directory, caller, token.user_id)
    } catch {
      throw apiError('token-not-found')
    }
  })
  await realm.transact(async (tx) => {
    if (!(await deleteToken(tx, tokenId))) throw apiError('token-not-found')
    tx.audit({
      kind: 'token.revoked',
      target: { type: 'token', id: tokenId, name: token.name },
      before: { user_id: token.user_id, start: token.start },
    })
    publishTokenEndings(tx, [token.user_id])
  })
}

/** Revokes all tokens of a user. Returns their number. */
export async function revokeTokens(realm: Realm, user: User): Promise<number> {
  return await realm.transact(async (tx) => {
    const revoked = await deleteTokensOf(tx, user.id)
    if (revoked === 0) return 0
    tx.audit({ kind: 'token.revoked', target: { type: 'user', id: user.id }, before: { tokens: revoked } })
    publishTokenEndings(tx, [user.id])
    return revoked
  })
}

/** Deletes the tokens of a person whose account is deactivated. Those of bots wait, because services have them in their settings. */
export async function revokeTokensOf(tx: Tx, _directory: Directory, user: User): Promise<void> {
  if (isBot(user)) return
  if ((await deleteTokensOf(tx, user.id)) > 0) publishTokenEndings(tx, [user.id])
}
