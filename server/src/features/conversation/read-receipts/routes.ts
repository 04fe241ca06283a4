import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { readersOf } from './actions.ts'

export const readReceiptRoutes = implement(areas.readReceipts, {
  getReadReceipts: async ({ app, realm, user, path }) => ({
    user_ids: await readersOf(app, realm, user, path.message_id),
  }),
})
