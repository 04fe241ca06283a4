import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { addChannels, changeGroup, createGroup, removeChannels, removeGroup } from './actions.ts'

export const defaultChannelGroupRoutes = implement(areas.defaultChannelGroups, {
  createDefaultChannelGroup: async ({ realm, user, params }) => {
    const { group_name: name, description, stream_names: channels } = params
    await createGroup(realm, user.id, { name, description, channels })
    return {}
  },

  updateDefaultChannelGroup: async ({ realm, user, path, params }) => {
    const { new_group_name: name, new_description: description } = params
    await changeGroup(realm, user.id, path.group_id, { name, description })
    return {}
  },

  changeDefaultChannelGroup: async ({ realm, user, path, params }) => {
    const change = params.op === 'add' ? addChannels : removeChannels
    await change(realm, user.id, path.group_id, params.stream_names)
    return {}
  },

  deleteDefaultChannelGroup: async ({ realm, user, path }) => {
    await removeGroup(realm, user.id, path.group_id)
    return {}
  },
})
