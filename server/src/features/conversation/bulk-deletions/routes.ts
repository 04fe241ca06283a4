import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { listBulkDeletions, startBulkDeletion, undoBulkDeletion } from './actions.ts'

export const bulkDeletionRoutes = implement(areas.bulkDeletions, {
  startBulkDeletion: async ({ app, realm, user, path, params }) => ({
    bulk_deletion_id: await startBulkDeletion(app, realm, user, path.user_id, params),
  }),

  getBulkDeletions: async ({ app, realm }) => ({ bulk_deletions: await listBulkDeletions(app, realm) }),

  undoBulkDeletion: async ({ app, realm, path }) => {
    await undoBulkDeletion(app, realm, path.bulk_deletion_id)
    return {}
  },
})
