import type { App } from '../../../app.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isDeadlock } from './reports.ts'
import { claimSweep, sweep } from './shown-store.ts'

/**
 * Users who become idle per sweep. In an organization of many thousands, the others are shown as active for longer: each of these changes goes to
 * everybody who is online. Users who leave are not limited.
 */
const limits = { absent: 10_000, idle: 1_000 }
const maxRounds = 20

/** When the next sweep is due. */
const dueSlot = new Slot<Realm, number>()

/** Looks for users who no longer report, if that is due. Only done while somebody is there to get the result. */
export async function sweepIfDue(app: App, realm: Realm): Promise<void> {
  const now = app.clock.now()
  if (now < (realm.slots.get(dueSlot) ?? 0)) return
  // Further reports do not wait for it.
  realm.slots.set(dueSlot, Number.POSITIVE_INFINITY)
  const { db } = app.database
  let dueAt = 0
  try {
    const claim = await claimSweep(db, realm.id, now)
    if (claim.isClaimed) {
      for (let round = 0; round < maxRounds; round++) {
        try {
          if ((await sweep(db, realm.id, now, limits)) < limits.absent) break
        } catch (error) {
          // Reports of the same users were stored at the same time.
          if (!isDeadlock(error)) throw error
        }
      }
    }
    dueAt = claim.dueAt
  } finally {
    realm.slots.set(dueSlot, dueAt)
  }
}
