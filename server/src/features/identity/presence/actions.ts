import type { App } from '../../../app.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishPresence } from './publish.ts'
import { afterHiding, afterReport, type Presence } from './rules.ts'
import { loadPresences, storePresence } from './store.ts'

/** In larger organizations everyone would hear of somebody all the time; clients there learn by asking. */
const mostReceivers = 100

/** Notes that somebody is here. Writes little, and takes the lock of the log only when others are told. */
export async function reportPresence(app: App, realm: Realm, user: User, isActive: boolean): Promise<void> {
  const { directory } = realm
  if (!userSetting(user, 'presence_enabled')) return
  const now = app.clock.now()
  const [before] = await loadPresences(app.database.db, realm.id, { userId: user.id })
  const report = afterReport(before, isActive, now)
  if (report === undefined) return
  const isTold = report.isTold && [...directory.activeUsers()].length <= mostReceivers
  await realm.transact((tx) => store(tx, directory, user, report.presence, isTold ? now : undefined))
}

/** Somebody shows from now on whether they are here, or ceases to. Everyone is told, however many they are. */
export async function togglePresence(tx: Tx, directory: Directory, user: User, now: number): Promise<void> {
  const [before] = await loadPresences(tx.db, tx.realmId, { userId: user.id })
  const presence = userSetting(user, 'presence_enabled')
    ? { lastActive: now, lastConnected: now }
    : afterHiding(before, now)
  if (presence !== undefined) await store(tx, directory, user, presence, now)
}

async function store(
  tx: Tx,
  directory: Directory,
  user: User,
  presence: Presence,
  toldAt: number | undefined,
): Promise<void> {
  if (toldAt !== undefined) {
    publishPresence(tx, directory, user, presence, { knowing: user.id }, toldAt)
    // The lock of the log before that of the counter, as everybody takes them.
    await tx.flush()
  }
  await storePresence(tx, user.id, presence)
}
