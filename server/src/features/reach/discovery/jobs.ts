import type { Readable } from 'node:stream'
import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import type { Realm } from '../../../realms/realm.ts'
import { exportKey } from '../exports/jobs.ts'
import { inSnapshot, withExportLock } from '../exports/snapshot-store.ts'
import { writeDiscovery } from './make.ts'
import { type DiscoveryRow, endDiscovery, nextPendingDiscovery, startAttempt } from './store.ts'

/** After this many attempts, the export is marked failed. */
const maxAttempts = 3

/** Creates requested exports one by one, and never beside a data export. Recurring, because a process may die. */
export const makeDiscoveries = job<object>({
  name: 'make-discovery-exports',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const tried: number[] = []
    while (!stopping?.aborted) {
      const row = await nextPendingDiscovery(app.database.db, tried)
      if (row === undefined) return
      tried.push(row.id)
      const isMine = await app.database.withoutTimeouts((db) =>
        withExportLock(db, () => runAttempt(app, row, stopping)),
      )
      // The next run tries again.
      if (!isMine) return
    }
  },
})

async function runAttempt(app: App, row: DiscoveryRow, stopping?: AbortSignal): Promise<void> {
  const realm = await app.realms.byId(row.realm_id)
  const about = { realm_id: realm.id, discovery_export_id: row.id }
  const attempts = await startAttempt(app.database.db, row.id)
  // Counted at the start, so that attempts that crash the process count too.
  if (attempts > maxAttempts) return await fail(app, realm, row)
  try {
    const store = (bytes: Readable) =>
      app.files.put(exportKey(realm.id, row.file), bytes, { contentType: 'application/zip' })
    // From the primary: a replica may lack messages that were acknowledged before the request.
    const made = await app.database.withoutTimeouts((db) =>
      inSnapshot(db, (snapshot) => writeDiscovery(app, snapshot, realm, row, store, stopping)),
    )
    await realm.transact(async (tx) => {
      if (!(await endDiscovery(tx, row.id, { finished_at: new Date(app.clock.now()) }))) return
      tx.audit({
        kind: 'discovery.made',
        target: { type: 'discovery_export', id: row.id },
        after: { ...made.counts, custody_sha256: made.custodySha256 },
      })
    })
    app.logger.info({ ...about, ...made.counts }, 'made an e-discovery export')
  } catch (error) {
    if (stopping?.aborted) return
    app.logger.error({ ...about, err: error, attempts }, 'could not make an e-discovery export')
    if (attempts === maxAttempts) await fail(app, realm, row)
  }
}

async function fail(app: App, realm: Realm, row: DiscoveryRow): Promise<void> {
  await realm.transact((tx) => endDiscovery(tx, row.id, { failed_at: new Date(app.clock.now()) }))
  await app.files.delete(exportKey(realm.id, row.file))
}
