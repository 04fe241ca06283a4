import { type User, userSetting } from '../../../directory/directory.ts'
import type { Audience } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { presentStatus } from './present.ts'
import { loadStatuses, type Status } from './store.ts'

/** Somebody shows whether they are here, or ceases to: their status says so, if they ever set one. */
export async function publishAway(tx: Tx, user: User): Promise<void> {
  const [status] = await loadStatuses(tx.db, tx.realmId, user.id)
  if (status === undefined) return
  const away = !userSetting(user, 'presence_enabled')
  tx.publish({ type: 'user_status', user_id: user.id, away }, { knowing: user.id })
}

/** Somebody came back, whose status clients forgot when they went. */
export async function publishStatusAgain(tx: Tx, user: User): Promise<void> {
  const [status] = await loadStatuses(tx.db, tx.realmId, user.id)
  if (status !== undefined) publishStatus(tx, user, status, { knowing: user.id })
}

/** A whole status, if it says anything. */
export function publishStatus(tx: Tx, user: User, status: Status, audience: Audience): void {
  const shown = presentStatus(user, status)
  if (Object.keys(shown).length === 0) return
  tx.publish({ type: 'user_status', user_id: user.id, ...shown }, audience)
}
