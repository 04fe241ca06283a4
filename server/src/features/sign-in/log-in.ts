import { refuse } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import type { Allowance } from '../../http/rate-limit.ts'
import { passwordMatches } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import { takesPasswords } from '../server/authentication.ts'
import { passwordHashOf } from '../users/store.ts'
import { clearAttempts, countAttempt, forgiveAttempt } from './attempts.ts'

const failed = () => refuse('AuthenticationFailed', 'Wrong email address or password.')

export interface LoginRequest {
  username: string
  password: string
  /** Where it comes from. */
  address: string
  showAllowance(allowance: Allowance): void
}

/** The account that a name and password belong to. */
export async function logIn(app: App, realm: Realm, request: LoginRequest): Promise<User> {
  const { username, password, address } = request
  if (!/^[^\s@]+@[^\s@]+$/.test(username))
    throw refuse('BadRequest', 'username: this is not an email address.')
  const name = username.toLowerCase()
  const allowance = await countAttempt(app, realm, 'login', name)
  if (allowance !== undefined) request.showAllowance(allowance)
  await countAttempt(app, realm, 'login from', address)
  const user = await realm.decide(() => {
    if (!takesPasswords(app.config, realm.directory))
      throw refuse('PasswordAuthDisabled', 'Nobody logs in with a password here.')
    const found = realm.directory.userByEmail(username)
    if (password === '' || found === undefined || found.isSystemBot) throw failed()
    if (realm.directory.realm.deactivated)
      throw refuse('RealmDeactivated', 'This organization has been deactivated.')
    if (!found.isActive) throw refuse('UserDeactivated', 'This account has been deactivated.')
    return found
  })
  if (!(await isPasswordOf(app, user, password))) throw failed()
  await clearAttempts(app, realm, 'login', name)
  await forgiveAttempt(app, realm, 'login from', address)
  return user
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
  if (!(await isPasswordOf(app, user, password))) throw refuse('BadRequest', refusal)
  await clearAttempts(app, realm, 'login', name)
}

async function isPasswordOf(app: App, user: User, password: string): Promise<boolean> {
  const hashed = await passwordHashOf(app.database.db, user.id)
  return hashed !== null && (await passwordMatches(hashed, password))
}
