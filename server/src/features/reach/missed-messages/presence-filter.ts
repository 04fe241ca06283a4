import type { App } from '../../../app.ts'
import { userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Candidate } from './candidates.ts'
import { awayAfter } from './rules.ts'
import { peopleHere } from './store.ts'

/** Whoever hides whether they are here counts as away. */
export async function excludeOnline(app: App, tx: Tx, concerned: Candidate[]): Promise<Candidate[]> {
  const ids = new Set(
    concerned.filter(({ user }) => userSetting(user, 'presence_enabled')).map(({ user }) => user.id),
  )
  if (ids.size === 0) return concerned
  const here = await peopleHere(tx.db, [...ids], new Date(app.clock.now() - awayAfter))
  return concerned.filter(({ user }) => !here.has(user.id))
}
