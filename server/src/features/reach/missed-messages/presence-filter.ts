import type { App } from '../../../app.ts'
import { userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Candidate } from './candidates.ts'
import { offlineAfterMs } from './rules.ts'
import { onlineUsers } from './store.ts'

/** Users who hide their presence count as offline. */
export async function excludeOnline(app: App, tx: Tx, candidates: Candidate[]): Promise<Candidate[]> {
  const ids = new Set(
    candidates.filter(({ user }) => userSetting(user, 'presence_enabled')).map(({ user }) => user.id),
  )
  if (ids.size === 0) return candidates
  const here = await onlineUsers(tx.db, [...ids], new Date(app.clock.now() - offlineAfterMs))
  return candidates.filter(({ user }) => !here.has(user.id))
}
