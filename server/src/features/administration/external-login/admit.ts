import { apiError, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Language } from '../../../texts/texts.ts'
import { parseEmail } from '../../identity/users/rules.ts'
import { addressDenial } from '../domains/rules.ts'
import { accept, findSignup, findSignupByEmail, type Signup } from '../invitations/join.ts'
import { applyMapping, type MappedPerson } from './apply-mapping.ts'
import { comeBack } from './departures.ts'
import { hasLeft } from './grant-store.ts'
import { usableName } from './names.ts'
import { accountOf, storeIdentity } from './store.ts'

/** A person identified by an external service. */
export interface ExternalPerson extends MappedPerson {
  /** A verified email address, if any. */
  email: string | undefined
  /** Preferred language. */
  language?: Language | undefined
  /** Whether the service may create accounts without an invitation. */
  isTrusted: boolean
  /** Key of an invitation, if the person followed one. */
  key?: string | undefined
}

export interface AdmitResult {
  user: User
  /** The invitation data of a new account; undefined for an existing account. */
  joined?: Signup
}

/**
 * Finds the account for an external login: by identity, then by email address. Otherwise creates one if
 * allowed. Then applies the groups and the role that the provider gives it.
 */
export async function admit(app: App, realm: Realm, person: ExternalPerson): Promise<AdmitResult> {
  const result = await findOrCreate(app, realm, person)
  await applyMapping(app, realm, result.user.id, person)
  return result
}

async function findOrCreate(app: App, realm: Realm, person: ExternalPerson): Promise<AdmitResult> {
  const { subject, email, loginName } = person
  // PostgreSQL stores every other character.
  if ([subject, email, loginName].some((text) => text?.includes('\0'))) {
    throw apiError('login-profile-invalid')
  }
  await realm.follower.advance()
  const { directory } = realm
  const userId = await accountOf(app.database.db, realm.id, person)
  const user = directory.users.get(userId ?? 0) ?? accountWith(realm, email)
  if (user === undefined) return await createAccount(app, realm, person)
  if (directory.realm.deactivated) {
    throw apiError('organization-deactivated')
  }
  if (!user.isActive) {
    if (!(await hasLeft(app.database.db, realm.id, person))) throw apiError('account-deactivated')
    await comeBack(realm, user, person.issuer)
  }
  await realm.transact((tx) => storeIdentity(tx, person, user.id, new Date(app.clock.now())))
  return { user: directory.users.get(user.id) ?? user }
}

/** Ignores bots: they have addresses, but cannot log in. */
function accountWith({ directory }: Realm, email: string | undefined): User | undefined {
  const found = email === undefined ? undefined : directory.userByEmail(email)
  return found === undefined || isBot(found) ? undefined : found
}

async function createAccount(app: App, realm: Realm, person: ExternalPerson): Promise<AdmitResult> {
  const { directory } = realm
  if (directory.realm.deactivated) {
    throw apiError('organization-deactivated')
  }
  const email = parseEmail(person.email ?? '')
  if (email === undefined) {
    throw apiError('login-email-missing')
  }
  try {
    const joining = await signupFor(app, realm, person, email)
    const denial = addressDenial(directory, email)
    if (denial !== undefined) throw apiError(`login-${denial}`)
    const user = await accept(app, realm, joining, {
      email,
      fullName: usableName(directory, [...person.names, email.split('@')[0]]),
      passwordHash: null,
      language: person.language,
      within: (tx, user) => storeIdentity(tx, person, user.id, new Date(app.clock.now())),
    })
    return { user, joined: joining }
  } catch (error) {
    // A concurrent login of the same person created the account first.
    if (!(error instanceof WireError)) throw error
    await realm.follower.advance()
    const made = accountWith(realm, email)
    if (!made?.isActive) throw error
    return { user: made }
  }
}

async function signupFor(app: App, realm: Realm, person: ExternalPerson, email: string): Promise<Signup> {
  if (person.key !== undefined) {
    const joining = await findSignup(app, realm, person.key)
    if (joining.email !== undefined && joining.email.toLowerCase() !== email.toLowerCase()) {
      throw apiError('login-email-not-invited', { invited: joining.email, email })
    }
    return joining
  }
  const joining = await findSignupByEmail(app, realm, email, { isOpen: person.isTrusted })
  if (joining === undefined) {
    throw apiError('login-account-missing', { email })
  }
  return joining
}
