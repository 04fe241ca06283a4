import { type User, userSetting } from '../../../directory/directory.ts'
import type { Audience } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { presentStatus } from './present.ts'
import { loadStatuses, type Status } from './store.ts'

/** Updates `away` after the user hides or shows their presence, if they ever set a status. */
export async function publishAway(tx: Tx, user: User): Promise<void> {
  const [status] = await loadStatuses(tx.db, tx.realmId, user.id)
  if (status === undefined) return
  const away = !userSetting(user, 'presence_enabled')
  tx.publish({ type: 'user_status', user_id: user.id, away }, { knowing: user.id })
}

/** Publishes the status of a reactivated user, which clients dropped on deactivation. */
export async function publishStatusAfterReactivation(tx: Tx, user: User): Promise<void> {
  const [status] = await loadStatuses(tx.db, tx.realmId, user.id)
  if (status !== undefined) publishStatus(tx, user, status, { knowing: user.id })
}

/** Publishes a complete status unless it is empty. */
export function publishStatus(tx: Tx, user: User, status: Status, audience: Audience): void {
  const shown = presentStatus(user, status)
  if (Object.keys(shown).length === 0) return
  tx.publish({ type: 'user_status', user_id: user.id, ...shown }, audience)
}
