import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { archiveChannel, updateChannel } from './update.ts'

export const channelChangeRoutes = implement(areas.channelChanges, {
  updateChannel: async ({ app, realm, user, path, params }) => {
    await updateChannel(app, realm, user, path.stream_id, params)
    return {}
  },

  archiveChannel: async ({ app, realm, user, path }) => {
    await archiveChannel(app, realm, user, path.stream_id)
    return {}
  },
})
