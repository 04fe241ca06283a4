import { areas, refuse } from '@loquat/contract'
import { implement } from '../../http/implement.ts'
import { createUserAs, updateUser } from './actions.ts'
import { avatarUrl, presentUser } from './present.ts'
import { maxReceivedMessageId } from './store.ts'

export const userRoutes = implement(areas.users, {
  getOwnUser: async ({ app, realm, user }) => ({
    ...presentUser(realm.directory, user, { viewer: user, externalAvatar: false }),
    avatar_url: avatarUrl(user),
    max_message_id: await maxReceivedMessageId(app.database.db, user.id),
  }),

  getUsers: ({ realm: { directory }, user, params }) => {
    const view = { viewer: user, externalAvatar: params.client_external_avatar }
    const members = [...directory.users.values()].filter((member) => !member.isSystemBot)
    return { members: members.map((member) => presentUser(directory, member, view)) }
  },

  getUser: async ({ realm, user, path, params }) => {
    const found = await realm.decide(() => {
      const member = realm.directory.users.get(path.user_id)
      if (member === undefined) throw refuse('BadRequest', 'There is no such user.')
      return member
    })
    const view = { viewer: user, externalAvatar: params.client_external_avatar }
    return { user: presentUser(realm.directory, found, view) }
  },

  createUser: async ({ realm, user, params }) => {
    const { email, password, full_name: fullName } = params
    return { user_id: await createUserAs(realm, user, { email, password, fullName }) }
  },

  updateUser: async ({ realm, user, path, params }) => {
    await updateUser(realm, user.id, path.user_id, { role: params.role, fullName: params.full_name })
    return {}
  },
})
