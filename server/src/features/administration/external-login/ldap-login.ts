import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { LdapServer } from '../../../platform/login-config.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Language } from '../../../texts/texts.ts'
import { isMethodEnabled } from '../server-settings/authentication.ts'
import { admit } from './admit.ts'
import type { MappedPerson } from './apply-mapping.ts'
import { authenticateByLdap, type LdapEntry } from './ldap.ts'
import { identitiesOf } from './store.ts'

/** A constant, because identities outlive the LDAP server's address. */
export const ldapIssuer = 'ldap'

/** Logs in through LDAP; undefined if the credentials are wrong. */
export async function logInByLdap(
  app: App,
  realm: Realm,
  { name, password, language }: { name: string; password: string; language: Language | undefined },
): Promise<User | undefined> {
  const { ldap } = app.config
  const entry = await authenticate(app, realm, name, password)
  if (entry === undefined || ldap === undefined) return undefined
  const { user } = await admit(app, realm, {
    ...personOf(ldap, entry),
    loginName: name,
    email: entry.email,
    language,
    isTrusted: ldap.autoSignup,
  })
  return user
}

/** The user that an entry describes. */
export const personOf = (
  { mapping }: LdapServer,
  { subject, name, groups, roles }: LdapEntry,
): MappedPerson => ({ issuer: ldapIssuer, subject, names: [name], mapping, groups, roles })

/**
 * Whether LDAP manages the user's password, because they logged in through it before. A local password no
 * longer counts.
 */
export async function hasLdapIdentity(app: App, realm: Realm, user: User): Promise<boolean> {
  if (!isMethodEnabled(app.config, realm.directory, 'LDAP')) return false
  return (await identitiesOf(app.database.db, user.id, ldapIssuer)).length > 0
}

export async function isLdapPassword(app: App, realm: Realm, user: User, password: string): Promise<boolean> {
  const [identity] = await identitiesOf(app.database.db, user.id, ldapIssuer)
  if (identity === undefined) return false
  const entry = await authenticate(app, realm, identity.loginName ?? user.deliveryEmail, password)
  return entry?.subject === identity.subject
}

async function authenticate(
  app: App,
  realm: Realm,
  name: string,
  password: string,
): Promise<LdapEntry | undefined> {
  const { ldap } = app.config
  if (ldap === undefined || !isMethodEnabled(app.config, realm.directory, 'LDAP')) return undefined
  try {
    return await authenticateByLdap(ldap, name, password)
  } catch (error) {
    app.logger.warn({ err: error }, 'the directory could not be asked')
    throw apiError('login-directory-unavailable')
  }
}
