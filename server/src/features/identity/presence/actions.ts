import type { App } from '../../../app.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishPresence } from './publish.ts'
import { storeReport } from './reports.ts'
import { afterHiding, afterReport, type Presence } from './rules.ts'
import { loadPresences, storePresence } from './store.ts'

/** In larger organizations presence events would be constant; clients poll instead. */
const maxPresenceAudience = 100

/** Records that a user is online. Writes rarely, and locks the log only when it publishes. */
export async function reportPresence(app: App, realm: Realm, user: User, isActive: boolean): Promise<void> {
  const { directory } = realm
  if (!userSetting(user, 'presence_enabled')) return
  if (directory.hasMoreUsersThan(app.limits.presence.exactUsers)) {
    await storeReport(app, realm, user.id, isActive)
    return
  }
  const now = app.clock.now()
  const [before] = await loadPresences(app.database.db, realm.id, { userId: user.id })
  const report = afterReport(before, isActive, now)
  if (report === undefined) return
  const isPublished = report.isPublished && !directory.hasMoreUsersThan(maxPresenceAudience)
  await realm.transact((tx) =>
    storeAndPublish(tx, directory, user, report.presence, isPublished ? now : undefined),
  )
}

/**
 * Updates presence after a user hides or shows it. Publishes to everyone, regardless of the organization's
 * size.
 */
export async function togglePresence(tx: Tx, directory: Directory, user: User, now: number): Promise<void> {
  const [before] = await loadPresences(tx.db, tx.realmId, { userId: user.id })
  const presence = userSetting(user, 'presence_enabled')
    ? { lastActive: now, lastConnected: now }
    : afterHiding(before, now)
  if (presence !== undefined) await storeAndPublish(tx, directory, user, presence, now)
}

async function storeAndPublish(
  tx: Tx,
  directory: Directory,
  user: User,
  presence: Presence,
  publishedAt: number | undefined,
): Promise<void> {
  if (publishedAt !== undefined) {
    publishPresence(tx, directory, user, presence, { knowing: user.id }, publishedAt)
    // Locks the log before the counter, in the same order as everywhere else.
    await tx.flush()
  }
  await storePresence(tx, user.id, presence)
}
