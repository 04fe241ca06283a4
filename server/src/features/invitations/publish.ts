import type { Tx } from '../../db/transaction.ts'
import { type Directory, isAdmin } from '../../directory/directory.ts'

/** Tells those who see a list of invitations to read it again. */
export function publishInvitations(tx: Tx, directory: Directory, inviterId: number): void {
  const admins = [...directory.activeUsers()].filter(isAdmin).map((user) => user.id)
  tx.publish({ type: 'invites_changed' }, { users: [...new Set([...admins, inviterId])] })
}
