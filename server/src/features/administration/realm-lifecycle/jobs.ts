import { postponeDuringBackup } from '../../../backup/hold.ts'
import { type Job, job } from '../../../jobs/job.ts'
import { deleteRealm } from './deletion-store.ts'
import { realmsToDelete } from './store.ts'

/** Deletes deactivated organizations that are due. */
export const deleteOrganizations: Job<object> = job({
  name: 'delete-organizations',
  every: '50 3 * * *',
  run: async (app) => {
    if (await postponeDuringBackup(app, deleteOrganizations, {})) return
    const { database } = app
    const now = new Date(app.clock.now())
    for (const id of await realmsToDelete(database.db, now)) {
      if (!(await database.withoutTimeouts((db) => deleteRealm(db, id, now)))) continue
      for (const deleteFiles of app.realms.extensions.realmDeleted) await deleteFiles(app.files, id)
      app.logger.info({ realm_id: id }, 'removed an organization')
    }
  },
})
