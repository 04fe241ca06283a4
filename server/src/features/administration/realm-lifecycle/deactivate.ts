import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isBot } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteAllSessions } from '../../../sessions/store.ts'
import { findLink, insertLink } from '../sign-in/link-store.ts'
import { deactivationEmail } from './emails.ts'
import { setDeactivated } from './store.ts'

/** Nobody should lose everything by a slip; in so many days somebody will have noticed. */
export const fewestDeletionDays = 14
/** Further ahead than dates go. */
const mostDeletionDays = 36_500
const day = 86_400_000

/** Takes the organization out of use. Its data stays as it is, for a return, or until it is to be deleted. */
export async function deactivateRealm(app: App, realm: Realm, deletionDelay: number | null): Promise<void> {
  if (deletionDelay !== null && deletionDelay < fewestDeletionDays) {
    throw refuse('BadRequest', `deletion_delay_days: it takes at least ${fewestDeletionDays} days.`)
  }
  if (deletionDelay !== null && deletionDelay > mostDeletionDays) {
    throw refuse('BadRequest', `deletion_delay_days: it takes at most ${mostDeletionDays} days.`)
  }
  await realm.transactExclusively(async (tx) => {
    if (realm.directory.realm.deactivated) {
      throw refuse('Unauthorized', 'This organization has been deactivated.')
    }
    const deletionAt = deletionDelay === null ? null : new Date(app.clock.now() + deletionDelay * day)
    await setDeactivated(tx, true, deletionAt)
    await deleteAllSessions(tx)
    await tellOwners(app, tx, realm.directory, deletionAt)
    const sessions = [...realm.directory.users.keys()]
    tx.publish(
      { type: 'realm', op: 'deactivated', realm_id: realm.id },
      { everyone: true },
      { realm: true, sessions },
    )
  })
}

/** Whoever finds that it was a mistake can undo it for a day; later the operator of the server can. */
async function tellOwners(app: App, tx: Tx, directory: Directory, deletionAt: Date | null): Promise<void> {
  for (const user of directory.activeUsers()) {
    if (user.role !== 100 || isBot(user)) continue
    const key = await insertLink(tx, {
      purpose: 'reactivate organization',
      userId: user.id,
      email: user.deliveryEmail,
      now: app.clock.now(),
      seconds: day / 1_000,
    })
    await sendEmail(tx, deactivationEmail(directory, user, `${directory.url}/reactivate/${key}`, deletionAt))
  }
}

/** An owner uses the mailed link. */
export async function reactivateByLink(app: App, realm: Realm, key: string): Promise<void> {
  const link = await findLink(app.database.db, realm.id, 'reactivate organization', key, app.clock.now())
  if (link === undefined || !(await reactivateRealm(realm))) {
    throw refuse('RecordNotFound', 'This link has already been used or has expired.')
  }
}

/** Brings an organization back as it was. False if it was not deactivated. */
export async function reactivateRealm(realm: Realm): Promise<boolean> {
  return await realm.transactExclusively(async (tx) => {
    if (!realm.directory.realm.deactivated) return false
    await setDeactivated(tx, false, null)
    tx.publish({ type: 'refresh' }, { users: [] }, { realm: true })
    return true
  })
}
