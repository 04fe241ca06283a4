import type { App } from '../../../app.ts'
import type { OpenIdProvider } from '../../../platform/login-config.ts'
import type { Realm } from '../../../realms/realm.ts'
import { openIdProvidersOf } from '../server-settings/authentication.ts'
import { applyMapping } from './apply-mapping.ts'
import { endSessionsOf } from './back-channel.ts'
import { deactivateGone } from './departures.ts'
import { checkedUsers, type DueGrant, dueGrants, storeCheck } from './grant-store.ts'
import { refreshLogin, serverOf } from './openid.ts'

/** A little less than the interval of the job. */
const checkAfterMs = 55 * 60 * 1_000
/** Users of one provider per run. The others follow in the next one, the oldest first. */
const maxChecks = 2_000

/**
 * Asks OpenID providers by refresh tokens whether users are still there: updates their names, groups and roles, and ends the sessions of those who
 * are refused. Changes nothing while a provider cannot be asked.
 */
export async function syncOpenId(app: App, stopping?: AbortSignal): Promise<void> {
  for (const provider of app.config.openIdProviders) {
    if (provider.sync === undefined || stopping?.aborted) continue
    try {
      const { issuer } = await serverOf(app, provider)
      await checkUsers(app, provider, issuer, stopping)
      if (provider.sync.ifGone === 'deactivate') await deactivateRefused(app, provider, issuer)
    } catch (error) {
      app.logger.error(
        { err: error, provider: provider.name },
        'an OpenID provider could not be asked for users',
      )
    }
  }
}

async function checkUsers(
  app: App,
  provider: OpenIdProvider,
  issuer: string,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const since = new Date(app.clock.now() - checkAfterMs)
  const due = await dueGrants(app.database.db, app.sealer, issuer, { since, limit: maxChecks })
  for (const grant of due) {
    if (stopping?.aborted) return
    const realm = await app.realms.byId(grant.realmId)
    if (isUsed(app, realm, provider)) await checkUser(app, realm, provider, grant, since)
  }
}

const isUsed = (app: App, { directory }: Realm, provider: OpenIdProvider) =>
  !directory.realm.deactivated && openIdProvidersOf(app.config, directory).includes(provider)

async function checkUser(
  app: App,
  realm: Realm,
  provider: OpenIdProvider,
  grant: DueGrant,
  checkedBefore: Date,
): Promise<void> {
  const answer = await refreshLogin(app, provider, grant)
  const token = answer === 'gone' ? undefined : answer.refreshToken
  const now = new Date(app.clock.now())
  const isStored = await storeCheck(app.database.db, app.sealer, { ...grant, checkedBefore }, token, now)
  if (!isStored) return
  if (answer === 'gone') {
    await endSessionsOf(realm, grant.issuer, { subject: grant.subject, sid: undefined })
  } else if (answer.person !== undefined && realm.directory.users.get(grant.userId)?.isActive) {
    await applyMapping(app, realm, grant.userId, answer.person)
  }
}

async function deactivateRefused(app: App, provider: OpenIdProvider, issuer: string): Promise<void> {
  const byRealm = Map.groupBy(await checkedUsers(app.database.db, issuer), ({ realmId }) => realmId)
  for (const [realmId, checked] of byRealm) {
    const realm = await app.realms.byId(realmId)
    if (!isUsed(app, realm, provider)) continue
    await realm.follower.advance()
    const active = checked.flatMap(({ userId, isGone }) => {
      const user = realm.directory.users.get(userId)
      return user?.isActive ? [{ user, isGone }] : []
    })
    await deactivateGone(app, realm, issuer, {
      gone: active.filter(({ isGone }) => isGone).map(({ user }) => user),
      linked: active.length,
      maxShare: provider.sync?.maxDeactivatedShare ?? 0,
    })
  }
}
