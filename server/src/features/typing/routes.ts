import { areas } from '@loquat/contract'
import { implement } from '../../http/implement.ts'
import { tellChannel, tellOfEditing, tellPeople } from './actions.ts'

export const typingRoutes = implement(areas.typing, {
  setTypingStatus: async ({ realm, user, params }) => {
    const { type, op, to, stream_id: channelId, topic } = params
    if (type === 'direct') await tellPeople(realm, user, op, to)
    else await tellChannel(realm, user, op, channelId, topic)
    return {}
  },

  setEditingStatus: async ({ app, realm, user, path, params }) => {
    await tellOfEditing(app, realm, user, params.op, path.message_id)
    return {}
  },
})
