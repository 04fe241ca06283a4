import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { muteUser, unmuteUser } from './actions.ts'

export const mutedUserRoutes = implement(areas.mutedUsers, {
  muteUser: async ({ app, realm, user, path }) => {
    await muteUser(realm, user, path.muted_user_id, new Date(app.clock.now()))
    return {}
  },

  unmuteUser: async ({ realm, user, path }) => {
    await unmuteUser(realm, user, path.muted_user_id)
    return {}
  },
})
