import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { reschedule, schedule, unschedule } from './actions.ts'
import { presentScheduled } from './present.ts'
import { scheduledQuery } from './store.ts'

export const scheduledMessageRoutes = implement(areas.scheduledMessages, {
  getScheduledMessages: async ({ app, user }) => ({
    scheduled_messages: (await scheduledQuery(app.database.db, user.id).execute()).map(presentScheduled),
  }),

  createScheduledMessage: async ({ app, realm, user, params, clientName }) => ({
    scheduled_message_id: await schedule(app, realm, user, {
      type: params.type,
      to: params.to,
      topic: params.topic,
      content: params.content,
      deliverAt: params.scheduled_delivery_timestamp,
      readBySender: params.read_by_sender,
      clientName,
    }),
  }),

  editScheduledMessage: async ({ app, realm, user, path, params, clientName }) => {
    await reschedule(app, realm, user, path.scheduled_message_id, params, clientName)
    return {}
  },

  deleteScheduledMessage: async ({ realm, user, path }) => {
    await unschedule(realm, user, path.scheduled_message_id)
    return {}
  },
})
