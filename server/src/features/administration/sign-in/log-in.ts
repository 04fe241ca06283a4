import { apiError, maxEmailLength, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Allowance } from '../../../platform/rate-limit.ts'
import { workContext } from '../../../platform/work-context.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Language } from '../../../texts/texts.ts'
import { passwordHashOf, renewPasswordHash } from '../../identity/users/store.ts'
import { recordFailedLogin } from '../audit-log/failed-logins.ts'
import { hasLdapIdentity, isLdapPassword, logInByLdap } from '../external-login/ldap-login.ts'
import {
  canUseLocalPassword,
  isMethodEnabled,
  keepsPasswordsForOwners,
  usesPasswords,
} from '../server-settings/authentication.ts'
import { attempt, attemptFrom, clearAttempts, countAttempts, forgiveAttempts } from './attempts.ts'

export interface LoginRequest {
  username: string
  password: string
  /** IP address. */
  address: string
  /** Preferred language, if this login creates an account. */
  language?: Language | undefined
  showAllowance(allowance: Allowance): void
}

/** The account that a name and password belong to. A failed login takes equally long whether or not the account exists. */
export async function logIn(app: App, realm: Realm, request: LoginRequest): Promise<User> {
  try {
    return await logInUncounted(app, realm, request)
  } catch (error) {
    if (error instanceof WireError) app.metrics.loginFailed(error.reason)
    throw error
  }
}

async function logInUncounted(app: App, realm: Realm, request: LoginRequest): Promise<User> {
  const { password, address } = request
  const username = checkedName(app, realm, request.username)
  const name = username.toLowerCase()
  const guesses = attemptFrom('login', address, name)
  const others = [attempt('login as', name), attemptFrom('login from', address)]
  const allowance = await countAttempts(app, realm, guesses, ...others)
  if (allowance !== undefined) request.showAllowance(allowance)
  await realm.decideFresh(() => {
    const { config } = app
    if (usesPasswords(config, realm.directory) || keepsPasswordsForOwners(config, realm.directory)) return
    throw apiError('login-by-password-disabled')
  })
  if (password === '') throw apiError('login-failed')
  // The account may have been created by another process a moment ago.
  await realm.follower.catchUp()
  const found = realm.directory.userByEmail(username)
  const user = await ownerOf(app, realm, found?.isSystemBot ? undefined : found, { ...request, username })
  if (user === undefined) {
    await recordFailedLogin(app, realm, address, found)
    // Where only owners have passwords, the answer is the same for everyone else.
    throw apiError(usesPasswords(app.config, realm.directory) ? 'login-failed' : 'login-by-password-disabled')
  }
  assertActive(realm, user)
  await clearAttempts(app, realm, guesses)
  await forgiveAttempts(app, realm, ...others)
  return user
}

function checkedName(app: App, realm: Realm, username: string): string {
  const isName = isMethodEnabled(app.config, realm.directory, 'LDAP') || /^[^\s@]+@[^\s@]+$/.test(username)
  if (!isName || username.length > maxEmailLength || username.includes('\0')) {
    throw apiError('login-username-invalid')
  }
  return username.trim()
}

/** Called after the password or passkey check, so that only the owner learns of a deactivation. */
export function assertActive({ directory }: Realm, user: User): void {
  if (directory.realm.deactivated) throw apiError('organization-deactivated')
  if (!user.isActive) throw apiError('account-deactivated')
}

/** Accounts with a stored password do not depend on the directory, which may be slow or unreachable. */
async function ownerOf(
  app: App,
  realm: Realm,
  found: User | undefined,
  { username, password, language }: LoginRequest,
): Promise<User | undefined> {
  const matches = await isStoredPassword(app, found, password)
  const counts = matches && canUseLocalPassword(app.config, realm.directory, found)
  if (found !== undefined && counts && !(await hasLdapIdentity(app, realm, found))) return found
  return await logInByLdap(app, realm, { name: username, password, language })
}

/** Checks the password of a user who is logged in already. */
export async function assertPassword(
  app: App,
  realm: Realm,
  user: User,
  password: string,
  wrong: 'password-wrong' | 'old-password-wrong',
): Promise<void> {
  const confirmation = attempt('confirm password', String(user.id))
  await countAttempts(app, realm, confirmation)
  const isTheirs = (await hasLdapIdentity(app, realm, user))
    ? await isLdapPassword(app, realm, user, password)
    : await isStoredPassword(app, user, password)
  if (!isTheirs) {
    await recordFailedLogin(app, realm, workContext.getStore()?.caller?.address ?? '', user)
    throw apiError(wrong)
  }
  await clearAttempts(app, realm, confirmation)
}

/** Does the same work for an unknown account and for one without a password. */
async function isStoredPassword(app: App, user: User | undefined, password: string): Promise<boolean> {
  const { db } = app.database
  const hashed = await passwordHashOf(db, user?.id ?? 0)
  if (!(await app.passwords.matches(hashed, password))) return false
  const renewed = hashed === null ? undefined : await app.passwords.renewed(hashed, password)
  if (user !== undefined && hashed !== null && renewed !== undefined)
    await renewPasswordHash(db, user.id, hashed, renewed)
  return true
}

/** Only local passwords can be changed here. */
export async function assertChangeable(app: App, realm: Realm, user: User): Promise<void> {
  if (await hasLdapIdentity(app, realm, user)) {
    throw apiError('new-password-in-directory')
  }
  if ((await passwordHashOf(app.database.db, user.id)) === null) {
    throw apiError('old-password-missing')
  }
}
