import { type Directory, isAdmin } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Makes clients that show a list of invitations reload it. */
export function publishInvitations(tx: Tx, directory: Directory, inviterId: number): void {
  const admins = [...directory.activeUsers()].filter(isAdmin).map((user) => user.id)
  tx.publish({ type: 'invites_changed' }, { users: [...new Set([...admins, inviterId])] })
}
