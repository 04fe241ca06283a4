import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isBot } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteAllSessions } from '../../../sessions/store.ts'
import { findLink, insertLink } from '../sign-in/link-store.ts'
import { deactivationEmail } from './emails.ts'
import { setDeactivated } from './store.ts'

/** Minimum delay before deletion, so that a mistake is noticed in time. */
export const minDeletionDays = 14
/** The latest time that a date can represent. */
const maxDeletionDays = 36_500
const dayMs = 86_400_000

/** Deactivates the organization. Its data stays for a reactivation, or until the scheduled deletion. */
export async function deactivateRealm(app: App, realm: Realm, deletionDelay: number | null): Promise<void> {
  if (deletionDelay !== null && deletionDelay < minDeletionDays) {
    throw apiError('organization-deletion-too-early', { min: minDeletionDays })
  }
  if (deletionDelay !== null && deletionDelay > maxDeletionDays) {
    throw apiError('organization-deletion-too-late', { max: maxDeletionDays })
  }
  await realm.transactExclusively(async (tx) => {
    if (realm.directory.realm.deactivated) {
      throw apiError('credentials-organization-deactivated')
    }
    const deletionAt = deletionDelay === null ? null : new Date(app.clock.now() + deletionDelay * dayMs)
    await setDeactivated(tx, true, deletionAt)
    tx.audit({ kind: 'organization.deactivated', after: { deletion_at: deletionAt } })
    await deleteAllSessions(tx)
    await emailOwners(app, tx, realm.directory, deletionAt)
    const sessions = [...realm.directory.users.keys()]
    tx.publish(
      { type: 'realm', op: 'deactivated', realm_id: realm.id },
      { everyone: true },
      { realm: true, sessions },
    )
  })
}

/** Emails owners a link to undo the deactivation for a day; later, only the server operator can. */
async function emailOwners(app: App, tx: Tx, directory: Directory, deletionAt: Date | null): Promise<void> {
  for (const user of directory.activeUsers()) {
    if (user.role !== 100 || isBot(user)) continue
    const key = await insertLink(tx, {
      purpose: 'reactivate organization',
      userId: user.id,
      email: user.deliveryEmail,
      now: app.clock.now(),
      seconds: dayMs / 1_000,
    })
    await sendEmail(tx, deactivationEmail(directory, user, `${directory.url}/reactivate/${key}`, deletionAt))
  }
}

/** Reactivates through the emailed link. */
export async function reactivateByLink(app: App, realm: Realm, key: string): Promise<void> {
  const link = await findLink(app.database.db, realm.id, 'reactivate organization', key, app.clock.now())
  if (link === undefined || !(await reactivateRealm(realm, link.userId ?? undefined))) {
    throw apiError('link-expired')
  }
}

/** Reactivates an organization. False if it was not deactivated. */
export async function reactivateRealm(realm: Realm, actorId?: number): Promise<boolean> {
  return await realm.transactExclusively(async (tx) => {
    if (!realm.directory.realm.deactivated) return false
    await setDeactivated(tx, false, null)
    tx.audit({ kind: 'organization.reactivated', actorId })
    tx.publish({ type: 'refresh' }, { users: [] }, { realm: true })
    return true
  })
}
