import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { job } from '../../../jobs/job.ts'
import type { Realm } from '../../../realms/realm.ts'
import { countFailedLogin, realmsWithFailedLogins, takeFailedLogins } from './failed-login-store.ts'

const minuteMs = 60_000

/** The name that was typed is not kept: people type passwords there by mistake. */
export async function recordFailedLogin(
  app: App,
  realm: Realm,
  address: string,
  user: User | undefined,
): Promise<void> {
  const minute = new Date(Math.floor(app.clock.now() / minuteMs) * minuteMs)
  await countFailedLogin(app.database.db, realm.id, { minute, address, userId: user?.id ?? 0 })
}

/** Records the failed logins of each past minute as one entry per organization. */
export const auditFailedLogins = job<object>({
  name: 'audit-failed-logins',
  every: '* * * * *',
  run: async (app) => {
    const before = new Date(Math.floor(app.clock.now() / minuteMs) * minuteMs)
    for (const realmId of await realmsWithFailedLogins(app.database.db, before)) {
      const realm = await app.realms.byId(realmId)
      await realm.transact(async (tx) => {
        for (const [minute, attempts] of await takeFailedLogins(tx, before)) {
          const count = attempts.reduce((sum, one) => sum + one.count, 0)
          const named = attempts.map(({ address, userId, count }) => ({ address, user_id: userId, count }))
          tx.audit({
            kind: 'login.failed',
            after: { minute: new Date(minute), count, attempts: named.sort((a, b) => b.count - a.count) },
          })
        }
      })
    }
  },
})
