import { type Role, roles } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { sessionLimitsOf } from '../../../directory/sign-in-policy.ts'
import { job } from '../../../jobs/job.ts'
import type { Realm } from '../../../realms/realm.ts'
import { idlePrecisionMs, publishSessionEndings } from '../../../sessions/sessions.ts'
import {
  deleteSessionsBeyond,
  type RoleLimits,
  realmsWithExpiredSessions,
  realmsWithSessionLimits,
} from './store.ts'

/** Sessions per transaction. */
const batchSize = 1_000

/**
 * Deletes sessions that are over. Requests with them are refused anyway, but a stream authenticates only when it begins: this ends it,
 * in every process.
 */
export const endExpiredSessions = job<object>({
  name: 'end-expired-sessions',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const { backgroundDb } = app.database
    const now = new Date(app.clock.now())
    const ids = new Set([
      ...(await realmsWithSessionLimits(backgroundDb)),
      ...(await realmsWithExpiredSessions(backgroundDb, now)),
    ])
    for (const id of ids) {
      if (stopping?.aborted) return
      await endExpiredIn(app, await app.realms.byId(id), stopping)
    }
  },
})

async function endExpiredIn(app: App, realm: Realm, stopping?: AbortSignal): Promise<void> {
  await realm.follower.catchUp()
  const limits = Object.values(roles).map((role) => limitsFor(realm, role))
  let ended = batchSize
  while (ended > 0 && !stopping?.aborted) {
    ended = await realm.transact(async (tx) => {
      const userIds = await deleteSessionsBeyond(tx, limits, app.clock.now(), batchSize)
      if (userIds.length > 0) publishSessionEndings(tx, userIds)
      return userIds.length
    })
  }
}

function limitsFor({ directory }: Realm, role: Role): RoleLimits {
  const { lifetimeMs, idleMs } = sessionLimitsOf(directory, role)
  return { role, lifetimeMs, idleMs: idleMs === undefined ? undefined : idleMs + idlePrecisionMs }
}
