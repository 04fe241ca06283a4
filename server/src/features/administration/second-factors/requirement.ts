import { apiError, requiresSecondFactor } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishSessionEndings } from '../../../sessions/sessions.ts'
import { deleteSessions } from '../../../sessions/store.ts'
import { deleteDemand, demandSince, realmsWithDemands, usersToLogOut } from './demand-store.ts'
import { hasFactor } from './store.ts'

const dayMs = 86_400_000

/** Whether the organization requires a second factor of a user. */
export const isFactorRequired = (directory: Directory, user: User) =>
  !isBot(user) && requiresSecondFactor(permissionsOf(directory), user)

/**
 * Until when a user without a second factor has to set one up. The grace period begins when this is asked first: at a login, or when
 * the app tells them.
 */
export async function factorDeadline(app: App, realm: Realm, user: User): Promise<number | undefined> {
  const { directory } = realm
  if (!isFactorRequired(directory, user)) return undefined
  return await realm.transact(async (tx) => {
    if (await hasFactor(tx.db, user.id)) {
      await deleteDemand(tx, user.id)
      return undefined
    }
    const since = await demandSince(tx, user.id, new Date(app.clock.now()))
    return since.getTime() + directory.setting('second_factor_grace_days') * dayMs
  })
}

/** Whether a login has to set up a second factor before it goes on. */
export async function isOverdue(app: App, realm: Realm, user: User): Promise<boolean> {
  const deadline = await factorDeadline(app, realm, user)
  return deadline !== undefined && deadline <= app.clock.now()
}

export async function assertNotOverdue(app: App, realm: Realm, user: User): Promise<void> {
  if (await isOverdue(app, realm, user)) throw apiError('second-factor-setup-required')
}

/** Ends sessions from before the deadline. Later ones came through single sign-on, which decides for itself. */
export async function endOverdueSessions(app: App): Promise<void> {
  const { db } = app.database
  const now = new Date(app.clock.now())
  for (const id of await realmsWithDemands(db)) {
    const realm = await app.realms.byId(id)
    const { directory } = realm
    const days = directory.setting('second_factor_grace_days')
    const overdue = (await usersToLogOut(db, id, days, now)).filter((userId) => {
      const user = directory.users.get(userId)
      return user !== undefined && isFactorRequired(directory, user)
    })
    if (overdue.length === 0) continue
    await realm.transact(async (tx) => {
      for (const userId of overdue) await deleteSessions(tx, userId)
      publishSessionEndings(tx, overdue)
    })
  }
}
