import { areas } from '@loquat/contract'
import { isBot } from '../../../directory/directory.ts'
import { implement } from '../../../http/implement.ts'
import { findVisible, noSuchUser } from '../users/find.ts'
import { changeStatus } from './actions.ts'
import { presentStatus } from './present.ts'
import { loadStatuses } from './store.ts'

export const userStatusRoutes = implement(areas.userStatus, {
  updateStatus: async ({ app, realm, user, params }) => {
    await changeStatus(app, realm, user, params)
    return {}
  },

  getStatus: async ({ app, realm, user: viewer, path }) => {
    const user = await realm.decideFresh(() => {
      const found = findVisible(realm.directory, viewer, path.user_id)
      if (!found.isActive || isBot(found)) throw noSuchUser()
      return found
    })
    const [status] = await loadStatuses(app.database.db, realm.id, user.id)
    return { status: status === undefined ? {} : presentStatus(user, status) }
  },
})
