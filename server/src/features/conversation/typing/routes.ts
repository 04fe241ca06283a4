import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { publishEditing, publishTypingInChannel, publishTypingToUsers } from './actions.ts'

export const typingRoutes = implement(areas.typing, {
  setTypingStatus: async ({ realm, user, params }) => {
    const { type, op, to, stream_id: channelId, topic } = params
    if (type === 'direct') await publishTypingToUsers(realm, user, op, to)
    else await publishTypingInChannel(realm, user, op, channelId, topic)
    return {}
  },

  setEditingStatus: async ({ app, realm, user, path, params }) => {
    await publishEditing(app, realm, user, params.op, path.message_id)
    return {}
  },
})
