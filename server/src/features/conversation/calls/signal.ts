import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { ownParticipant, placeFor, readableCall } from './access.ts'

interface Signal {
  callId: number
  from: number
  to: number
  data: string
}

/**
 * Delivers a signal to the device of another participant, if both can still read the conversation. It is not stored: the event is the only
 * effect.
 */
export async function sendSignal(
  app: App,
  realm: Realm,
  user: User,
  { callId, from, to, data }: Signal,
): Promise<void> {
  if (app.config.rateLimits) app.limiter.take('callSignal', user.id)
  const { db } = app.database
  const { call } = await readableCall(db, realm, user, callId)
  ownParticipant(call, user, from)
  const target = call.participants.find((participant) => participant.id === to && participant.id !== from)
  if (target === undefined || (await placeFor(db, realm, target.user_id, call)) === undefined) {
    throw apiError('call-participant-not-found')
  }
  await realm.transact(async (tx) => {
    tx.publish(
      {
        type: 'call_signal',
        call_id: callId,
        participant_id: from,
        to_participant_id: to,
        ...(target.queue_id === null ? {} : { queue_id: target.queue_id }),
        data,
      },
      { users: [target.user_id] },
    )
  })
}
