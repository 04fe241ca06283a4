import { job } from '../../../jobs/job.ts'
import { destinationsOf } from './destinations.ts'
import { deleteOldest, realmsToTrim } from './trim-store.ts'

const dayMs = 86_400_000
const batchSize = 10_000

/**
 * Deletes entries that are older than `LOQUAT_AUDIT_KEEP_DAYS`. An entry of its own names the last deleted one and its code, in the same
 * transaction, so that the rest can still be verified, and a missing beginning without such an entry shows.
 */
export const trimAuditLogs = job<object>({
  name: 'trim-audit-logs',
  every: '23 4 * * *',
  run: async (app, _, stopping) => {
    const { keepDays } = app.config.audit
    if (keepDays === undefined) return
    const before = new Date(app.clock.now() - keepDays * dayMs)
    const destinations = destinationsOf(app.config).map(({ name }) => name)
    for (const realmId of await realmsToTrim(app.database.db, before)) {
      if (stopping?.aborted) return
      const realm = await app.realms.byId(realmId)
      await realm.transact(async (tx) => {
        const last = await deleteOldest(tx, before, batchSize, destinations)
        if (last === undefined) return
        tx.audit({ kind: 'audit.trimmed', after: { through: last.seq, code: last.mac, keep_days: keepDays } })
      })
    }
  },
})
