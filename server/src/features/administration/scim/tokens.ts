import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import {
  deleteToken,
  recordTokenUse,
  type StoredToken,
  storeToken,
  tokenOf,
  tokenWithHash,
} from './token-store.ts'

const prefix = 'loquat_scim_'
/** Characters out of 32: 200 random bits. */
const randomLength = 40
const form = new RegExp(`^${prefix}[a-z2-7]{${randomLength}}$`)
const useIntervalMs = 60_000

/** Creates the token of an organization and ends an earlier one. Only its hash is stored, so it is shown once. */
export async function createToken(app: App, realm: Realm, creatorId: number | null): Promise<string> {
  const token = prefix + randomKey(randomLength)
  await realm.transact(async (tx) => {
    const replaced = (await tokenOf(tx.db, realm.id)) !== undefined
    await storeToken(tx, { hash: hashOfKey(token), creatorId, createdAt: new Date(app.clock.now()) })
    tx.audit({ kind: 'scim_token.created', after: { replaced } })
  })
  return token
}

export async function revokeToken(realm: Realm): Promise<void> {
  await realm.transact(async (tx) => {
    if (!(await deleteToken(tx))) throw apiError('scim-token-not-found')
    tx.audit({ kind: 'scim_token.revoked' })
  })
}

/** The token of this organization that a request presents, if it is valid. */
export async function authenticateToken(
  app: App,
  realm: Realm,
  authorization: string | undefined,
): Promise<StoredToken | undefined> {
  const [, given = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (!form.test(given)) return undefined
  const { db } = app.database
  const token = await tokenWithHash(db, hashOfKey(given))
  if (token?.realmId !== realm.id) return undefined
  const now = app.clock.now()
  // Written once a minute, because a provider sends thousands of requests.
  if (now - (token.lastUsedAt?.getTime() ?? 0) >= useIntervalMs) {
    await recordTokenUse(db, realm.id, new Date(now))
  }
  return token
}
