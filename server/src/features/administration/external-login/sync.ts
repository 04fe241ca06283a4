import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import type { LdapServer } from '../../../platform/login-config.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isMethodEnabled } from '../server-settings/authentication.ts'
import { applyMapping } from './apply-mapping.ts'
import { comeBack, deactivateGone } from './departures.ts'
import { type LdapEntry, listLdapEntries } from './ldap.ts'
import { ldapIssuer, personOf } from './ldap-login.ts'
import { identitiesIn, type LinkedIdentity, realmsWithIdentities } from './sync-store.ts'

/**
 * Compares the accounts of all organizations with the LDAP directory: deactivates users who left it, reactivates those who came
 * back, and updates names, groups and roles. Changes nothing if the list of users is not complete.
 */
export async function syncLdap(app: App, stopping?: AbortSignal): Promise<void> {
  const { ldap } = app.config
  if (ldap?.sync === undefined) return
  const realms = await enabledRealms(app)
  if (realms.length === 0) return
  let entries: Map<string, LdapEntry>
  try {
    entries = await listLdapEntries(ldap, stopping)
  } catch (error) {
    app.logger.error({ err: error }, 'the LDAP directory could not be listed; no account was changed')
    return
  }
  for (const realm of realms) {
    if (!stopping?.aborted) await syncRealm(app, realm, ldap, entries, stopping)
  }
}

async function enabledRealms(app: App): Promise<Realm[]> {
  const ids = await realmsWithIdentities(app.database.db, ldapIssuer)
  const realms = await Promise.all(ids.map((id) => app.realms.byId(id)))
  return realms.filter(
    ({ directory }) => !directory.realm.deactivated && isMethodEnabled(app.config, directory, 'LDAP'),
  )
}

interface LinkedUser {
  user: User
  identities: LinkedIdentity[]
  /** The entry of one of the identities; undefined if the user left the directory. */
  entry: LdapEntry | undefined
}

async function syncRealm(
  app: App,
  realm: Realm,
  ldap: LdapServer,
  entries: ReadonlyMap<string, LdapEntry>,
  stopping: AbortSignal | undefined,
): Promise<void> {
  await realm.follower.advance()
  const linked = await linkedUsers(app, realm, entries)
  const active = linked.filter(({ user }) => user.isActive)
  const gone = active.filter(({ entry }) => entry === undefined)
  await deactivateGone(app, realm, ldapIssuer, {
    gone: gone.map(({ user }) => user),
    linked: active.length,
    maxShare: ldap.sync?.maxDeactivatedShare ?? 0,
  })
  for (const { user, identities, entry } of linked) {
    if (stopping?.aborted) return
    if (entry === undefined) continue
    const hasLeft = identities.some(({ leftAt }) => leftAt !== null)
    if (hasLeft) await comeBack(realm, user, ldapIssuer)
    if (user.isActive || hasLeft) await applyMapping(app, realm, user.id, personOf(ldap, entry))
  }
}

async function linkedUsers(
  app: App,
  realm: Realm,
  entries: ReadonlyMap<string, LdapEntry>,
): Promise<LinkedUser[]> {
  const identities = await identitiesIn(app.database.db, realm.id, ldapIssuer)
  return [...Map.groupBy(identities, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const user = realm.directory.users.get(userId)
    if (user === undefined || isBot(user)) return []
    const found = own.find(({ subject }) => entries.has(subject))
    return [{ user, identities: own, entry: entries.get(found?.subject ?? '') }]
  })
}
