import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Language } from '../../../texts/texts.ts'
import { methodWorks } from '../server-settings/authentication.ts'
import { admit } from './admit.ts'
import { askDirectory, type DirectoryEntry } from './ldap.ts'
import { identitiesOf } from './store.ts'

/** Servers come and go; whom the directory knows stays. */
const issuer = 'ldap'

/** The account of whoever the directory says has this name and password; undefined if it says nobody has. */
export async function logInByDirectory(
  app: App,
  realm: Realm,
  { name, password, language }: { name: string; password: string; language: Language | undefined },
): Promise<User | undefined> {
  const entry = await asked(app, realm, name, password)
  if (entry === undefined) return undefined
  const { user } = await admit(app, realm, {
    issuer,
    subject: entry.subject,
    loginName: name,
    email: entry.email,
    names: [entry.name],
    language,
    isTrusted: app.config.ldap?.autoSignup ?? false,
  })
  return user
}

/** Whether somebody's password is the directory's affair: it has logged them in before. Theirs here counts no more. */
export async function isInDirectory(app: App, realm: Realm, user: User): Promise<boolean> {
  if (!methodWorks(app.config, realm.directory, 'LDAP')) return false
  return (await identitiesOf(app.database.db, user.id, issuer)).length > 0
}

export async function isPasswordInDirectory(
  app: App,
  realm: Realm,
  user: User,
  password: string,
): Promise<boolean> {
  const [identity] = await identitiesOf(app.database.db, user.id, issuer)
  if (identity === undefined) return false
  const entry = await asked(app, realm, identity.loginName ?? user.deliveryEmail, password)
  return entry?.subject === identity.subject
}

async function asked(
  app: App,
  realm: Realm,
  name: string,
  password: string,
): Promise<DirectoryEntry | undefined> {
  const { ldap } = app.config
  if (ldap === undefined || !methodWorks(app.config, realm.directory, 'LDAP')) return undefined
  try {
    return await askDirectory(ldap, name, password)
  } catch (error) {
    app.logger.warn({ err: error }, 'the directory could not be asked')
    throw refuse('Unavailable', 'The login directory is unavailable right now. Try again later.')
  }
}
