import { job } from '../../jobs/job.ts'
import { forgotten } from './claim-store.ts'
import { removeAttachments } from './files.ts'
import { abandon } from './resumable.ts'

const week = 7 * 86_400_000
/** So long a file waits for a message that links to it. */
const patience = 5 * week

/** Removes files that nobody needs: those that nothing links to, and those of which the rest never came. */
export const forgetUploads = job<object>({
  name: 'forget-uploads',
  every: '20 4 * * *',
  run: async (app) => {
    const { db } = app.database
    const before = new Date(app.clock.now() - patience)
    for (const realmId of (await forgotten(db, before)).keys()) {
      const realm = await app.realms.byId(realmId)
      await realm.exclusively(async (tx) => {
        // Again, under the lock that everything that links to a file takes as well.
        const ids = (await forgotten(tx.db, before)).get(realmId) ?? []
        const { removed, left } = await removeAttachments(tx, ids)
        for (const { id, owner_id } of removed) {
          tx.publish(
            { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: left },
            { users: [owner_id] },
          )
        }
      })
    }
    await abandon(app)
  },
})
