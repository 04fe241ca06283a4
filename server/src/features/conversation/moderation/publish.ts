import { type Directory, isModerator } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Publishes to everyone who can list reports that the list changed. */
export function publishReports(tx: Tx, directory: Directory): void {
  const users = [...directory.activeUsers()].filter(isModerator).map(({ id }) => id)
  tx.publish({ type: 'message_reports' }, { users })
}
