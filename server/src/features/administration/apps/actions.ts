import { apiError, maxApps } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Tx } from '../../../events/transaction.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishTokenEndings } from '../../../tokens/tokens.ts'
import { allowedScopes } from './allowed-scopes.ts'
import { type AppRequest, checkedApp } from './rules.ts'
import {
  type AppRow,
  countApps,
  deleteAccessTokens,
  deleteAppRow,
  deleteGrants,
  findApp,
  insertApp,
  updateAppRow,
  updateSecret,
} from './store.ts'

/** Apps that registered themselves. The job that deletes unused ones makes room. */
const maxSelfRegistered = 500
/** People per event that ends tokens. */
const endingsPerEvent = 1_000

const newSecret = () => `lqs_${randomKey(40)}`

export interface RegisteredApp {
  id: number
  clientId: string
  /** Not stored. Null for public apps. */
  secret: string | null
  app: AppRequest
}

/** Registers an app. `creatorId` is null for one that registers itself. */
export async function registerApp(
  app: App,
  realm: Realm,
  request: AppRequest,
  creatorId: number | null,
): Promise<RegisteredApp> {
  const checked = checkedApp(request)
  const registeredItself = creatorId === null
  const clientId = randomKey()
  const secret = checked.isConfidential ? newSecret() : null
  const id = await realm.transactExclusively(async (tx) => {
    const max = registeredItself ? maxSelfRegistered : maxApps
    if ((await countApps(tx.db, realm.id, registeredItself)) >= max)
      throw apiError('app-limit-reached', { max })
    const appId = await insertApp(tx, {
      ...checked,
      clientId,
      secretHash: secret && hashOfKey(secret),
      registeredItself,
      creatorId,
      createdAt: new Date(app.clock.now()),
    })
    tx.audit({
      kind: 'app.registered',
      target: { type: 'app', id: appId, name: checked.name },
      after: { ...audited(checked), client_id: clientId, registered_itself: registeredItself },
    })
    return appId
  })
  return { id, clientId, secret, app: checked }
}

const audited = (app: AppRequest) => ({
  name: app.name,
  description: app.description,
  homepage_url: app.homepageUrl,
  logo_url: app.logoUrl,
  redirect_uris: app.redirectUris,
  scopes: app.scopes,
  is_confidential: app.isConfidential,
})

const requestOf = (row: AppRow): AppRequest => ({
  name: row.name,
  description: row.description,
  homepageUrl: row.homepage_url,
  logoUrl: row.logo_url,
  redirectUris: row.redirect_uris,
  scopes: row.scopes as AppRequest['scopes'],
  isConfidential: row.is_confidential,
})

/** Changes the fields that are given. */
export async function updateApp(
  realm: Realm,
  appId: number,
  change: Partial<Omit<AppRequest, 'isConfidential'>>,
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const before = requestOf(await existingApp(tx, appId))
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after = checkedApp({ ...before, ...given })
    await updateAppRow(tx, appId, after)
    tx.audit({
      kind: 'app.changed',
      target: { type: 'app', id: appId, name: after.name },
      before: audited(before),
      after: audited(after),
    })
    const losesScopes = allowedScopes(before.scopes, after.scopes).length < before.scopes.length
    if (losesScopes) publishAllEndings(tx, await deleteAccessTokens(tx, appId))
  })
}

export async function replaceSecret(realm: Realm, appId: number): Promise<string> {
  const secret = newSecret()
  await realm.transactExclusively(async (tx) => {
    const { name, is_confidential } = await existingApp(tx, appId)
    if (!is_confidential) throw apiError('app-without-secret')
    await updateSecret(tx, appId, hashOfKey(secret))
    tx.audit({ kind: 'app.secret_replaced', target: { type: 'app', id: appId, name } })
  })
  return secret
}

/** Deletes an app. All its tokens end. */
export async function deleteApp(realm: Realm, appId: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const row = await existingApp(tx, appId)
    const people = await deleteAppRow(tx, appId)
    tx.audit({
      kind: 'app.deleted',
      target: { type: 'app', id: appId, name: row.name },
      before: { ...audited(requestOf(row)), people: people.length },
    })
    publishAllEndings(tx, people)
  })
}

function publishAllEndings(tx: Tx, people: readonly number[]): void {
  for (let at = 0; at < people.length; at += endingsPerEvent) {
    publishTokenEndings(tx, people.slice(at, at + endingsPerEvent))
  }
}

/** Ends all connections of a person with an app. */
export async function disconnectApp(realm: Realm, userId: number, appId: number): Promise<void> {
  await realm.transact(async (tx) => {
    const app = await findApp(tx.db, realm.id, appId)
    const ended = app === undefined ? 0 : await deleteGrants(tx, userId, appId)
    if (ended === 0) throw apiError('app-not-connected')
    tx.audit({
      kind: 'app.disconnected',
      target: { type: 'app', id: appId, name: app?.name },
      before: { user_id: userId, connections: ended },
    })
    publishTokenEndings(tx, [userId])
  })
}

async function existingApp(tx: Tx, appId: number): Promise<AppRow> {
  const row = await findApp(tx.db, tx.realmId, appId)
  if (row === undefined) throw apiError('app-not-found')
  return row
}
