import type { App } from '../../../app.ts'
import { hashOfKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishTokenEndings } from '../../../tokens/tokens.ts'
import type { AppRow } from '../apps/store.ts'
import { OAuthError } from './errors.ts'
import { type OAuthParams, required } from './form.ts'
import { accessTokenByHash, deleteAccessToken, deleteGrant, lockGrantByFamily } from './grant-store.ts'
import { familyOf } from './issue.ts'

/** Revokes a token of the app (RFC 7009). Unknown tokens are no error: the app wants them to be invalid, and they are. */
export async function revokeToken(
  app: App,
  realm: Realm,
  client: AppRow,
  params: OAuthParams,
): Promise<void> {
  const token = required(params, 'token')
  const family = familyOf(token)
  if (family === undefined) await revokeAccessToken(app, realm, client, token)
  else await revokeConnection(realm, client, family)
}

const ofOtherApp = () => new OAuthError('unauthorized_client', 'The token belongs to another app.')

/** A refresh token stands for the connection, so all tokens of it end. */
async function revokeConnection(realm: Realm, client: AppRow, family: string): Promise<void> {
  await realm.transact(async (tx) => {
    const grant = await lockGrantByFamily(tx, hashOfKey(family))
    if (grant === undefined) return
    if (grant.app_id !== client.id) throw ofOtherApp()
    await deleteGrant(tx, grant.id)
    tx.audit({
      kind: 'app.disconnected',
      target: { type: 'app', id: client.id, name: client.name },
      actorId: grant.user_id,
      before: { user_id: grant.user_id, connections: 1 },
    })
    publishTokenEndings(tx, [grant.user_id])
  })
}

/** Only this one: the app can refresh it. */
async function revokeAccessToken(app: App, realm: Realm, client: AppRow, token: string): Promise<void> {
  const found = await accessTokenByHash(app.database.db, realm.id, hashOfKey(token))
  if (found === undefined) return
  if (found.app_id !== client.id) throw ofOtherApp()
  await realm.transact(async (tx) => {
    await deleteAccessToken(tx, found.id)
    publishTokenEndings(tx, [found.user_id])
  })
}
