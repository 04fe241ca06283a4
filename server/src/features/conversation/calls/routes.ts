import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { listCalls } from './list.ts'
import { declineCall, joinCall, leaveCall, renewParticipant } from './participants.ts'
import { sendSignal } from './signal.ts'
import { startCall } from './start.ts'

export const callRoutes = implement(areas.calls, {
  getCalls: async ({ app, realm, user }) => ({ calls: await listCalls(app, realm, user) }),

  startCall: async ({ app, realm, user, params }) => {
    const { type, to, topic } = params
    return { call: await startCall(app, realm, user, { type, to, topic }) }
  },

  joinCall: async ({ app, realm, user, path, params }) =>
    await joinCall(app, realm, user, path.call_id, {
      queueId: params.queue_id,
      muted: params.is_muted,
      camera: params.has_camera,
    }),

  updateCallParticipant: async ({ app, realm, user, path, params }) => {
    const change = {
      ...(params.is_muted === undefined ? {} : { muted: params.is_muted }),
      ...(params.has_camera === undefined ? {} : { camera: params.has_camera }),
      ...(params.shares_screen === undefined ? {} : { screen: params.shares_screen }),
    }
    const { call_id, participant_id } = path
    return { call: await renewParticipant(app, realm, user, call_id, participant_id, change) }
  },

  leaveCall: async ({ app, realm, user, path }) => {
    await leaveCall(app, realm, user, path.call_id, path.participant_id)
    return {}
  },

  sendCallSignal: async ({ app, realm, user, path, params }) => {
    await sendSignal(app, realm, user, {
      callId: path.call_id,
      from: params.participant_id,
      to: params.to_participant_id,
      data: params.data,
    })
    return {}
  },

  declineCall: async ({ realm, user, path }) => {
    await declineCall(realm, user, path.call_id)
    return {}
  },
})
