import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { assertSessionProof } from '../../administration/second-factors/proof.ts'
import { requestCopy } from './actions.ts'
import { copyDays, copyPath, isCurrent } from './jobs.ts'
import { copyOf } from './store.ts'

const daySeconds = 86_400

export const dataCopyRoutes = implement(areas.dataCopies, {
  getDataCopy: async ({ app, realm, user }) => {
    const row = await copyOf(app.database.db, user.id)
    if (row === undefined || !isCurrent(row, app.clock.now())) return { data_copy: null }
    const requested_at = toSeconds(row.requested_at.getTime())
    const isReady = row.finished_at !== null
    return {
      data_copy: {
        state: isReady ? 'ready' : row.failed_at === null ? 'pending' : 'failed',
        requested_at,
        expires_at: requested_at + copyDays * daySeconds,
        bytes: row.bytes,
        url: isReady ? `${realm.directory.url}${copyPath}` : null,
      },
    }
  },

  requestDataCopy: async (call) => {
    await assertSessionProof(call)
    await requestCopy(call.app, call.realm, call.user)
    return {}
  },
})
