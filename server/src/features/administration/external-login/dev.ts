import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isAdmin, isBot, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'

function assertDevelopment({ config }: App): void {
  if (!config.devLogin) throw apiError('login-for-development-disabled')
}

/** Logs in to any account by email address alone. */
export async function logInAsAnyone(app: App, realm: Realm, username: string): Promise<User> {
  assertDevelopment(app)
  if (!/^[^\s@]+@[^\s@]+$/.test(username)) {
    throw apiError('login-username-invalid')
  }
  return await accountByEmail(realm, username)
}

/** The account with an address that was already verified. */
export async function accountByEmail(realm: Realm, email: string): Promise<User> {
  const { directory } = realm
  return await realm.decideFresh(() => {
    if (directory.realm.deactivated) {
      throw apiError('organization-deactivated')
    }
    const user = directory.userByEmail(email)
    if (user === undefined || isBot(user)) {
      throw apiError('login-account-not-found')
    }
    if (!user.isActive) throw apiError('account-deactivated')
    return user
  })
}

export function listAccounts(app: App, { directory }: Realm) {
  assertDevelopment(app)
  if (directory.realm.deactivated) {
    throw apiError('organization-deactivated')
  }
  const people = [...directory.activeUsers()].filter((user) => !isBot(user))
  const present = (user: User) => ({ email: user.deliveryEmail, realm_url: directory.url })
  return {
    direct_admins: people.filter((user) => isAdmin(user)).map(present),
    direct_users: people.filter((user) => !isAdmin(user)).map(present),
  }
}
