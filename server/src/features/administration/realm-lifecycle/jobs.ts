import { postponeDuringBackup } from '../../../backup/hold.ts'
import { type Job, job } from '../../../jobs/job.ts'
import { deleteOrganization } from './delete.ts'
import { realmsToDelete } from './store.ts'

/** Deletes deactivated organizations that are due. */
export const deleteOrganizations: Job<object> = job({
  name: 'delete-organizations',
  every: '50 3 * * *',
  run: async (app) => {
    if (await postponeDuringBackup(app, deleteOrganizations, {})) return
    for (const id of await realmsToDelete(app.database.db, new Date(app.clock.now()))) {
      if (!(await deleteOrganization(app, id))) continue
      app.logger.info({ realm_id: id }, 'removed an organization')
    }
  },
})
