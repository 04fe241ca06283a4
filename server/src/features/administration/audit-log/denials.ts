import { realmsWithDenials, takeDenials } from '../../../audit/denial-store.ts'
import { job } from '../../../jobs/job.ts'

const minuteMs = 60_000

/**
 * Records the denied administrative requests of each past minute as one entry per organization. Also begins logs of organizations that a
 * server of an earlier version has created.
 */
export const auditDenials = job<object>({
  name: 'audit-denials',
  every: '* * * * *',
  run: async (app) => {
    const { db } = app.database
    await app.trail.beginLateLogs(db)
    const before = new Date(Math.floor(app.clock.now() / minuteMs) * minuteMs)
    for (const realmId of await realmsWithDenials(db, before)) {
      const realm = await app.realms.byId(realmId)
      await realm.transact(async (tx) => {
        for (const [minute, denials] of await takeDenials(tx.db, realmId, before)) {
          const count = denials.reduce((sum, one) => sum + one.count, 0)
          const requests = denials
            .sort((a, b) => b.count - a.count)
            .map(({ userId, ...rest }) => ({ user_id: userId === 0 ? null : userId, ...rest }))
          tx.audit({ kind: 'access.denied', after: { minute: new Date(minute), count, requests } })
        }
      })
    }
  },
})
