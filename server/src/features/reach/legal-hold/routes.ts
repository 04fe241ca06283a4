import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { assertProof } from '../../administration/second-factors/proof.ts'
import { createHold, presentHold, releaseHold } from './actions.ts'
import { holdsOf, keptCounts } from './store.ts'

export const legalHoldRoutes = implement(areas.legalHolds, {
  getLegalHolds: async ({ app, realm }) => {
    const { db } = app.database
    const { messages, files } = await keptCounts(db, realm.id)
    const holds = await holdsOf(db, realm.id)
    return { legal_holds: holds.map(presentHold), kept_messages: messages, kept_files: files }
  },
  createLegalHold: async (call) => {
    const { app, realm, user, params } = call
    await assertProof(call, params)
    const { name, user_ids, channel_ids, sent_from, sent_until } = params
    const request = { name, user_ids, channel_ids, sent_from, sent_until }
    return { legal_hold_id: await createHold(app, realm, user.id, request) }
  },
  releaseLegalHold: async (call) => {
    await assertProof(call, call.params)
    await releaseHold(call.app, call.realm, call.user.id, call.path.legal_hold_id)
    return {}
  },
})
