import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { changeOwnAvatar, removeOwnAvatar } from './actions.ts'

export const avatarRoutes = implement(areas.avatars, {
  setAvatar: async ({ app, realm, user, files }) => ({
    avatar_url: await changeOwnAvatar(app, realm, user, files),
  }),

  removeAvatar: async ({ realm, user }) => ({ avatar_url: await removeOwnAvatar(realm, user) }),
})
