import { apiError, type CallObject, startCallDenial } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noticesOf } from '../../../texts/notices.ts'
import { compose } from '../messages/compose.ts'
import { isFirstGuestDirectMessage, storeFirstGuestDirectMessage } from '../messages/first-direct.ts'
import { storeWithin } from '../messages/outbox.ts'
import { type Destination, type MessageInput, resolveDestination } from '../messages/resolve-destination.ts'
import { withTopicEffects } from '../messages/send.ts'
import { assertCallsEnabled } from './access.ts'
import { callPath } from './path.ts'
import { type CallPlace, presentCall } from './present.ts'
import { publishCall } from './publish.ts'
import { callIn, insertCall, type StoredCall, setMessage } from './store.ts'

const clientName = 'Internal'

/** Starts a call with a message that shows it, or returns the call in progress there. */
export async function startCall(
  app: App,
  realm: Realm,
  user: User,
  input: Omit<MessageInput, 'content'>,
): Promise<CallObject> {
  assertCallsEnabled(app)
  if (app.config.rateLimits) app.limiter.take('callStart', user.id)
  const { directory } = realm
  const text = noticesOf(directory)
  const { destination } = await resolveDestination(app, realm, user, {
    ...input,
    content: text('call.started'),
  })
  await realm.decideFresh(() => {
    if (startCallDenial(permissionsOf(directory), user) !== undefined) throw apiError('call-start-denied')
  })
  return await realm.transactExclusively(async (tx) => {
    const existing = await callIn(tx, destination)
    if (existing !== undefined) return presentCall(existing, placeOf(existing.message_id!, user, destination))
    const row = await insertCall(tx, user.id, new Date(app.clock.now()))
    const link = `[${text('call.join')}](${directory.url}${callPath(row.id)})`
    const content = `${text('call.started')} ${link}`
    const messageId = await postCard(app, tx, realm, user, { destination, callId: row.id, content })
    await setMessage(tx, row.id, messageId)
    const call: StoredCall = { ...row, message_id: messageId, participants: [] }
    const place = placeOf(messageId, user, destination)
    await publishCall(tx, realm, call, place)
    if (place.channelId === null)
      for (const extend of tx.extensions.directCallChanged) await extend(tx, { messageId, isOver: false })
    return presentCall(call, place)
  })
}

const placeOf = (
  id: number,
  { id: senderId }: User,
  { channelId, userIds, topic }: Destination,
): CallPlace => ({
  id,
  senderId,
  channelId,
  userIds,
  topic,
})

interface CardInput {
  destination: Destination
  callId: number
  content: string
}

/** Posts the message of a call in the name of the user. */
async function postCard(
  app: App,
  tx: Tx,
  realm: Realm,
  user: User,
  { destination, callId, content }: CardInput,
): Promise<number> {
  const composed = await compose(app, realm, user, destination, {
    content,
    clientName,
    readBySender: true,
    call: JSON.stringify({ call_id: callId }),
    within: tx.db,
  })
  if (isFirstGuestDirectMessage(realm.directory, composed.draft)) {
    return await storeFirstGuestDirectMessage(tx, realm, composed.draft)
  }
  const [id] = await storeWithin(tx, [withTopicEffects(realm, user, destination, composed)])
  return id!
}
