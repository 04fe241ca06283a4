import { refuse } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import { type Allowance, decide, rules } from '../../http/rate-limit.ts'
import { passwordMatches } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import { passwordHashOf } from '../users/store.ts'
import { deleteLoginAttempts, insertLoginAttempt, lockLogin, loginAttempts } from './store.ts'

const failed = () => refuse('AuthenticationFailed', 'Wrong email address or password.')

/**
 * The account that a name and password belong to. Attempts are counted in the database, so that neither a second
 * process nor a restart gives a guesser more of them.
 */
export async function logIn(
  app: App,
  realm: Realm,
  username: string,
  password: string,
  showAllowance: (allowance: Allowance) => void,
): Promise<User> {
  if (!/^[^\s@]+@[^\s@]+$/.test(username))
    throw refuse('BadRequest', 'username: this is not an email address.')
  const { db } = app.database
  const name = username.toLowerCase()
  if (app.config.rateLimits) showAllowance(await countAttempt(app, realm, name))
  const user = await realm.decide(() => {
    const found = realm.directory.userByEmail(username)
    if (password === '' || found === undefined || found.isSystemBot) throw failed()
    if (realm.directory.realm.deactivated)
      throw refuse('RealmDeactivated', 'This organization has been deactivated.')
    if (!found.isActive) throw refuse('UserDeactivated', 'This account has been deactivated.')
    return found
  })
  const hashed = await passwordHashOf(db, user.id)
  if (hashed === null || !(await passwordMatches(hashed, password))) throw failed()
  if (app.config.rateLimits) await deleteLoginAttempts(db, realm.id, name)
  return user
}

async function countAttempt(app: App, realm: Realm, name: string): Promise<Allowance> {
  return await realm.transact(async (tx) => {
    await lockLogin(tx, name)
    const now = app.clock.now()
    const past = await loginAttempts(tx.db, realm.id, name, new Date(now - rules.login.seconds * 1_000))
    const allowance = decide(rules.login, past, now)
    await insertLoginAttempt(tx, name, new Date(now))
    return allowance
  })
}
