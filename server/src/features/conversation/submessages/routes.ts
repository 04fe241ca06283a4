import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { addSubmessage } from './actions.ts'

export const submessageRoutes = implement(areas.submessages, {
  addSubmessage: async ({ app, realm, user, params }) => {
    const { message_id: messageId, msg_type: type, content } = params
    await addSubmessage(app, realm, user, { messageId, type, content })
    return {}
  },
})
