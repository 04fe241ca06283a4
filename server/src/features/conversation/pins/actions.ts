import { apiError, maxPins, type PinnedMessageObject, pinDenial } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { canReadChannel, permissionsOf } from '../../../directory/permissions.ts'
import { fromWire } from '../../../directory/topics.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { messageToChange } from '../message-changes/access.ts'
import { messageAudience } from '../message-changes/receivers.ts'
import type { StoredMessage } from '../message-changes/store.ts'
import { mayReadMessage } from '../messages/access.ts'
import { findConversation } from '../messages/conversation-store.ts'
import { relationsOf } from '../read-state/flags-store.ts'
import * as store from './store.ts'

/** The conversation whose pins are listed, as given in the request. */
interface PinsRequest {
  stream_id?: number | undefined
  topic?: string | undefined
  user_ids?: readonly number[] | undefined
}

/** Pins of messages that the user can read. */
export async function listPins(
  { database: { db } }: App,
  realm: Realm,
  user: User,
  request: PinsRequest,
): Promise<PinnedMessageObject[]> {
  const pins = await requestedPins(db, realm, user, request)
  if (pins.length === 0) return []
  const ids = pins.map((pin) => pin.message_id)
  const relations = new Map((await relationsOf(db, realm.id, user.id, ids)).map((one) => [one.id, one]))
  return pins.flatMap((pin) => {
    const relation = relations.get(pin.message_id)
    const isReadable = relation !== undefined && mayReadMessage(realm.directory, user, relation)
    return isReadable ? [presentPin(pin, relation.channelId)] : []
  })
}

async function requestedPins(
  db: App['database']['db'],
  realm: Realm,
  user: User,
  { stream_id, topic, user_ids }: PinsRequest,
): Promise<store.PinRow[]> {
  if ((stream_id === undefined) === (user_ids === undefined) || (topic !== undefined && user_ids)) {
    throw apiError('pin-place-invalid')
  }
  if (stream_id === undefined) {
    const participants = [...new Set([...(user_ids ?? []), user.id])].sort((a, b) => a - b)
    const conversation = await findConversation(db, participants)
    return conversation === undefined ? [] : await store.pinsOf(db, { recipientId: conversation.id })
  }
  const channel = await realm.decideFresh(() => readableChannel(realm.directory, user, stream_id))
  return await store.pinsOf(
    db,
    topic === undefined ? { recipientId: channel.recipientId } : { channel, topic: fromWire(topic) },
  )
}

/** The same error for missing and hidden channels. */
export function readableChannel(directory: Directory, user: User, id: number): Channel {
  const channel = directory.channels.get(id)
  if (channel === undefined || !canReadChannel(directory, user, channel)) throw apiError('channel-not-found')
  return channel
}

const presentPin = (
  { message_id, in_channel, pinned_by, pinned_at }: store.PinRow,
  channelId: number | null,
): PinnedMessageObject => ({
  message_id,
  scope: channelId === null ? 'direct' : in_channel ? 'channel' : 'topic',
  user_id: pinned_by,
  timestamp: toSeconds(pinned_at.getTime()),
})

export async function pin(
  app: App,
  realm: Realm,
  user: User,
  messageId: number,
  scope: 'topic' | 'channel',
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, messageId)
    assertMayPin(realm.directory, user, message.channelId)
    const in_channel = message.channelId !== null && scope === 'channel'
    const before = await store.findPin(tx, messageId)
    if (before?.in_channel === in_channel) return
    if ((await store.countPins(tx, message, in_channel)) >= maxPins) {
      throw apiError('pin-limit-reached', { limit: maxPins })
    }
    const row: store.PinRow = {
      message_id: messageId,
      recipient_id: message.recipientId,
      in_channel,
      pinned_by: user.id,
      pinned_at: new Date(app.clock.now()),
    }
    await store.savePin(tx, row)
    const pinned_message = presentPin(row, message.channelId)
    tx.publish(
      { type: 'pinned_message', op: 'add', pinned_message, ...placeOf(message) },
      await messageAudience(tx.db, realm.directory, message),
    )
  })
}

export async function unpin(realm: Realm, user: User, messageId: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, messageId)
    assertMayPin(realm.directory, user, message.channelId)
    if (!(await store.deletePin(tx, messageId))) throw apiError('pin-not-found')
    tx.publish(
      { type: 'pinned_message', op: 'remove', message_id: messageId, ...placeOf(message) },
      await messageAudience(tx.db, realm.directory, message),
    )
  })
}

export function assertMayPin(directory: Directory, user: User, channelId: number | null): void {
  const channel = channelId === null ? undefined : directory.channels.get(channelId)
  if (pinDenial(permissionsOf(directory), user, channel) !== undefined) throw apiError('pin-denied')
}

const placeOf = ({ channelId, userIds }: StoredMessage) =>
  channelId === null ? { user_ids: userIds ?? [] } : { stream_id: channelId }
