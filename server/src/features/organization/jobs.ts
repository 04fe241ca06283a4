import { job } from '../../jobs/job.ts'
import { deleteArchives } from '../exports/jobs.ts'
import { deletePictures } from '../pictures/files.ts'
import { deleteUploads } from '../uploads/files.ts'
import { deleteRealm } from './deletion-store.ts'
import { realmsToDelete } from './store.ts'

/** Removes deactivated organizations whose time has come. */
export const deleteOrganizations = job<object>({
  name: 'delete-organizations',
  every: '50 3 * * *',
  run: async (app) => {
    const { database } = app
    const now = new Date(app.clock.now())
    for (const id of await realmsToDelete(database.db, now)) {
      if (!(await database.withoutTimeouts((db) => deleteRealm(db, id, now)))) continue
      await deletePictures(app, id)
      await deleteArchives(app, id)
      await deleteUploads(app, id)
      app.logger.info({ realm_id: id }, 'removed an organization')
    }
  },
})
