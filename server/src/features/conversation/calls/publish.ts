import { type CallCard, callType } from '@loquat/contract'
import type { Audience } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { messageAudience } from '../message-changes/receivers.ts'
import { lockMessage } from '../message-changes/store.ts'
import { takeSubmessageId } from '../messages/send-store.ts'
import { replaceSubmessage } from '../submessages/store.ts'
import { type CallPlace, presentCall } from './present.ts'
import { endCall, everyoneIn, removeParticipants, type StoredCall } from './store.ts'

/** Names on the card of a call that has ended. */
const maxShown = 50

/** Publishes a call to everyone who gets changes of its message, and to its participants, who may read without a subscription. */
export async function publishCall(
  tx: Tx,
  { directory }: Realm,
  call: StoredCall,
  place: CallPlace,
  { endedAt = null, also = [] }: { endedAt?: Date | null; also?: readonly number[] } = {},
): Promise<void> {
  const audience = await messageAudience(tx.db, directory, { ...place, userIds: [...(place.userIds ?? [])] })
  const participants = [...call.participants.map((participant) => participant.user_id), ...also]
  tx.publish({ type: 'call', call: presentCall(call, place, endedAt) }, withUsers(audience, participants))
}

function withUsers(audience: Audience, users: readonly number[]): Audience {
  if (!('about' in audience)) return audience
  return { ...audience, also: [...new Set([...(audience.also ?? []), ...users])] }
}

/** Removes participants, and ends the call with the last one, or if its message is gone. */
export async function removeFromCall(
  tx: Tx,
  realm: Realm,
  call: StoredCall,
  gone: readonly number[],
  now: Date,
): Promise<void> {
  await removeParticipants(tx, gone, now)
  const place = call.message_id === null ? undefined : await lockMessage(tx, call.message_id)
  if (place === undefined) {
    await endCall(tx, call.id, now)
    return
  }
  const participants = call.participants.filter(({ id }) => !gone.includes(id))
  const also = call.participants.map((participant) => participant.user_id)
  const endedAt = participants.length === 0 ? now : null
  if (endedAt !== null) await finishCall(tx, realm, call, place, endedAt)
  await publishCall(tx, realm, { ...call, participants }, place, { endedAt, also })
}

/** Ends a call: its card shows how long it was and who took part. */
async function finishCall(
  tx: Tx,
  { directory }: Realm,
  call: StoredCall,
  place: CallPlace,
  endedAt: Date,
): Promise<void> {
  await endCall(tx, call.id, endedAt)
  if (place.channelId === null)
    for (const extend of tx.extensions.directCallChanged)
      await extend(tx, { messageId: place.id, isOver: true })
  const card: CallCard = {
    call_id: call.id,
    started_timestamp: toSeconds(call.started_at.getTime()),
    ended_timestamp: toSeconds(endedAt.getTime()),
    user_ids: await everyoneIn(tx.db, call.id, maxShown),
  }
  const id = await takeSubmessageId(tx.db)
  const submessage = {
    id,
    messageId: place.id,
    senderId: place.senderId,
    type: callType,
    content: JSON.stringify(card),
  }
  await replaceSubmessage(tx, submessage)
  tx.publish(
    {
      type: 'submessage',
      submessage_id: id,
      message_id: place.id,
      sender_id: place.senderId,
      msg_type: callType,
      content: submessage.content,
    },
    await messageAudience(tx.db, directory, { ...place, userIds: [...(place.userIds ?? [])] }),
  )
}
