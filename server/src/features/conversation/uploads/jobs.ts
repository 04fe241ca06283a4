import { job } from '../../../jobs/job.ts'
import type { Realm } from '../../../realms/realm.ts'
import { unusedFiles } from './claim-store.ts'
import { removeAttachments } from './files.ts'
import { abandon } from './resumable.ts'

const week = 7 * 86_400_000
/** So long a file waits for a message that links to it. */
const patience = 5 * week
/** In one transaction at most, so that nobody waits long for the log. */
const filesAtOnce = 200

/** Removes files that nobody needs: those that nothing links to, and those of which the rest never came. */
export const forgetUploads = job<object>({
  name: 'forget-uploads',
  every: '20 4 * * *',
  run: async (app, _, stopping) => {
    const before = new Date(app.clock.now() - patience)
    while (!stopping?.aborted) {
      const files = await unusedFiles(app.database.backgroundDb, before, filesAtOnce)
      for (const [realmId, own] of Map.groupBy(files, (file) => file.realmId)) {
        await removeUnused(
          await app.realms.byId(realmId),
          before,
          own.map(({ id }) => id),
        )
      }
      if (files.length < filesAtOnce) break
    }
    await abandon(app)
  },
})

async function removeUnused(realm: Realm, before: Date, ids: readonly number[]): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    // Again, under the lock that everything that links to a file takes as well.
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
