import { refuse } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import type { Allowance } from '../../http/rate-limit.ts'
import { passwordMatches } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import type { Language } from '../../texts/texts.ts'
import { isInDirectory, isPasswordInDirectory, logInByDirectory } from '../external-login/ldap-login.ts'
import { methodWorks, takesPasswords } from '../server/authentication.ts'
import { passwordHashOf } from '../users/store.ts'
import { clearAttempts, countAttempt, forgiveAttempt } from './attempts.ts'

const failed = () => refuse('AuthenticationFailed', 'Wrong email address or password.')

export interface LoginRequest {
  username: string
  password: string
  /** Where it comes from. */
  address: string
  /** What they want to be spoken to in, should this make their account. */
  language?: Language | undefined
  showAllowance(allowance: Allowance): void
}

/** The account that a name and password belong to. */
export async function logIn(app: App, realm: Realm, request: LoginRequest): Promise<User> {
  const { username, password, address } = request
  const asksDirectory = methodWorks(app.config, realm.directory, 'LDAP')
  if (!asksDirectory && !/^[^\s@]+@[^\s@]+$/.test(username))
    throw refuse('BadRequest', 'username: this is not an email address.')
  const name = username.toLowerCase()
  const allowance = await countAttempt(app, realm, 'login', name)
  if (allowance !== undefined) request.showAllowance(allowance)
  await countAttempt(app, realm, 'login from', address)
  const found = await realm.decide(() => {
    if (!takesPasswords(app.config, realm.directory))
      throw refuse('PasswordAuthDisabled', 'Nobody logs in with a password here.')
    const found = realm.directory.userByEmail(username)
    if (password === '' || found?.isSystemBot) throw failed()
    if (found === undefined) {
      if (asksDirectory) return undefined
      throw failed()
    }
    if (realm.directory.realm.deactivated)
      throw refuse('RealmDeactivated', 'This organization has been deactivated.')
    if (!found.isActive) throw refuse('UserDeactivated', 'This account has been deactivated.')
    return found
  })
  const user = await ownerOf(app, realm, found, request)
  if (user === undefined) throw failed()
  await clearAttempts(app, realm, 'login', name)
  await forgiveAttempt(app, realm, 'login from', address)
  return user
}

/** What is known here is decided here: a directory that is slow or away is nobody's trouble but of those it knows. */
async function ownerOf(
  app: App,
  realm: Realm,
  found: User | undefined,
  { username, password, language }: LoginRequest,
): Promise<User | undefined> {
  if (found !== undefined && !(await isInDirectory(app, realm, found))) {
    const counts = methodWorks(app.config, realm.directory, 'Email')
    if (counts && (await isKeptPassword(app, found, password))) return found
  }
  return await logInByDirectory(app, realm, { name: username, password, language })
}

/** Somebody who is logged in proves who they are. Counts as an attempt to log in. */
export async function assertPassword(
  app: App,
  realm: Realm,
  user: User,
  password: string,
  refusal: string,
): Promise<void> {
  const name = user.deliveryEmail.toLowerCase()
  await countAttempt(app, realm, 'login', name)
  const isTheirs = (await isInDirectory(app, realm, user))
    ? await isPasswordInDirectory(app, realm, user, password)
    : await isKeptPassword(app, user, password)
  if (!isTheirs) throw refuse('BadRequest', refusal)
  await clearAttempts(app, realm, 'login', name)
}

async function isKeptPassword(app: App, user: User, password: string): Promise<boolean> {
  const hashed = await passwordHashOf(app.database.db, user.id)
  return hashed !== null && (await passwordMatches(hashed, password))
}

/** Only a password that is kept here can be changed here. */
export async function assertChangeable(app: App, realm: Realm, user: User): Promise<void> {
  if (await isInDirectory(app, realm, user)) {
    throw refuse(
      'BadRequest',
      'new_password: your password is kept in a directory and can be changed only there.',
    )
  }
  if ((await passwordHashOf(app.database.db, user.id)) === null) {
    throw refuse(
      'BadRequest',
      'old_password: you have no password yet. Set one with the link in a mail for a forgotten one.',
    )
  }
}
