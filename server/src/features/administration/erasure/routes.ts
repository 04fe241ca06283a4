import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { findUser } from '../../identity/users/find.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { startErasure } from './start.ts'
import { stateOfErasure } from './store.ts'

export const erasureRoutes = implement(areas.erasure, {
  eraseUser: async (call) => {
    const { app, realm, user, path, params } = call
    await assertSessionProof(call)
    await startErasure(app, realm, {
      userId: path.user_id,
      messages: params.delete_messages ? 'delete' : 'keep',
      fullName: params.full_name,
      requesterId: user.id,
    })
    return {}
  },

  getErasure: async ({ app, realm, path }) => {
    await realm.decideFresh(() => findUser(realm.directory, path.user_id))
    const state = await stateOfErasure(app.database.db, realm.id, path.user_id)
    if (state === undefined) return { erasure: null }
    const { messages, step, position, total, requestedAt, finishedAt } = state
    return {
      erasure: {
        delete_messages: messages === 'delete',
        requested_at: toSeconds(requestedAt.getTime()),
        finished_at: finishedAt && toSeconds(finishedAt.getTime()),
        step,
        progress: finishedAt !== null ? 1 : total > 0 ? Math.min(1, position / total) : 0,
      },
    }
  },
})
