import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { addLaterItem, deleteLaterItem, editLaterItem } from './actions.ts'
import { presentLaterItem } from './present.ts'
import { laterItemsOf } from './store.ts'

export const laterRoutes = implement(areas.later, {
  getLaterItems: async ({ app, user }) => ({
    later_items: (await laterItemsOf(app.database.db, user.id)).map(presentLaterItem),
  }),

  addLaterItem: async ({ app, realm, user, params }) => ({
    later_id: await addLaterItem(app, realm, user, {
      messageId: params.message_id,
      note: params.note,
      remindAt: params.remind_timestamp,
    }),
  }),

  editLaterItem: async ({ app, realm, user, path, params }) => {
    await editLaterItem(app, realm, user, path.later_id, params)
    return {}
  },

  deleteLaterItem: async ({ realm, user, path }) => {
    await deleteLaterItem(realm, user, path.later_id)
    return {}
  },
})
