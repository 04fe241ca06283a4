import { job } from '../../../jobs/job.ts'
import type { Realm } from '../../../realms/realm.ts'
import { unusedFiles } from './claim-store.ts'
import { removeAttachments } from './files.ts'
import { deleteAbandoned } from './resumable.ts'

const weekMs = 7 * 86_400_000
/** How long a file may stay without a link to it. */
const unusedRetentionMs = 5 * weekMs
/** Files per transaction, to hold the log lock only briefly. */
const batchSize = 200

/** Deletes files without links and unfinished uploads. */
export const deleteUnusedUploads = job<object>({
  name: 'forget-uploads',
  every: '20 4 * * *',
  run: async (app, _, stopping) => {
    const before = new Date(app.clock.now() - unusedRetentionMs)
    while (!stopping?.aborted) {
      const files = await unusedFiles(app.database.backgroundDb, before, batchSize)
      for (const [realmId, own] of Map.groupBy(files, (file) => file.realmId)) {
        await removeUnused(
          await app.realms.byId(realmId),
          before,
          own.map(({ id }) => id),
        )
      }
      if (files.length < batchSize) break
    }
    await deleteAbandoned(app)
  },
})

async function removeUnused(realm: Realm, before: Date, ids: readonly number[]): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    // Query again under the lock that every new link also takes.
    const unused = await unusedFiles(tx.db, before, ids.length, ids)
    const { removed, left } = await removeAttachments(
      tx,
      unused.map(({ id }) => id),
    )
    for (const { id, owner_id } of removed) {
      tx.publish(
        { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: left },
        { users: [owner_id] },
      )
    }
  })
}
