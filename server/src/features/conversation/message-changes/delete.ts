import { apiError, deleteDenial, deleteTopicDenial } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { fromWire } from '../../../directory/topics.ts'
import { type Audience, audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { setVisibility } from '../../places/user-topics/actions.ts'
import { policiesOfTopic } from '../../places/user-topics/store.ts'
import { withFilesOf } from '../uploads/claims.ts'
import { messageToChange } from './access.ts'
import { receiversInChannel } from './receivers.ts'
import { holdersOf, removeMessages, type StoredMessage, updateFirstMessage } from './store.ts'
import { newestVisible, usersWithMessagesIn } from './topic-store.ts'

export async function deleteMessage(app: App, realm: Realm, user: User, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, id)
    assertMayDelete(realm.directory, user, message, app.clock.now())
    await deleteWithin(tx, realm.directory, message, [id], [user.id])
    if (message.senderId === user.id) return
    const { senderId: sender_id, channelId: channel_id, topic } = message
    const before = { sender_id, channel_id, topic }
    tx.audit({ kind: 'message.deleted', target: { type: 'message', id }, before })
  })
}

function assertMayDelete(directory: Directory, user: User, message: StoredMessage, now: number): void {
  const age = now - message.sentAt.getTime()
  const denial = deleteDenial(permissionsOf(directory), user, message.senderId, age)
  if (denial === 'delete-not-permitted') {
    throw apiError('message-deletion-denied')
  }
  if (denial === 'delete-late') {
    throw apiError('message-deletion-time-passed')
  }
}

/** Channel and topic, or participants. */
type MessageLocation = Pick<StoredMessage, 'channelId' | 'userIds' | 'topic'>

/** Deletes messages of one conversation. Publishes to everyone who could see them and to `others`. */
export async function deleteWithin(
  tx: Tx,
  directory: Directory,
  where: MessageLocation,
  requestedIds: readonly number[],
  others: readonly number[] = [],
): Promise<void> {
  const channel = where.channelId === null ? undefined : directory.channels.get(where.channelId)
  const holders = await holdersOf(tx.db, requestedIds)
  for (const extend of tx.extensions.messagesDeleted) await extend(tx, requestedIds, directory)
  const ids = await withFilesOf(tx, requestedIds, () => removeMessages(tx, requestedIds))
  if (ids.length === 0) return
  if (channel === undefined) {
    publishDeletion(tx, { message_type: 'private' }, ids, [...new Set([...(where.userIds ?? []), ...others])])
    return
  }
  const receivers = receiversInChannel(directory, channel, ids, holders)
  for (const id of others) receivers.add(id)
  if (channel.firstMessageId !== null && ids.includes(channel.firstMessageId)) {
    const value = await updateFirstMessage(tx, channel)
    const { id: stream_id, name } = channel
    tx.publish(
      { type: 'stream', op: 'update', property: 'first_message_id', value, stream_id, name },
      audienceOf(directory, receivers),
      { channels: [channel.id] },
    )
  }
  const place = { message_type: 'stream' as const, stream_id: channel.id, topic: where.topic }
  publishDeletion(tx, place, ids, [...receivers])
}

interface DeletionSource {
  message_type: 'private' | 'stream'
  stream_id?: number
  topic?: string
}

/** Publishes one event for clients that support bulk deletion, and one event per message for the others. */
export function publishDeletion(
  tx: Tx,
  place: DeletionSource,
  ids: readonly number[],
  users: readonly number[],
): void {
  const audience: Audience = { users: [...users] }
  tx.publish({ type: 'delete_message', message_ids: [...ids], ...place }, audience)
  for (const message_id of ids) tx.publish({ type: 'delete_message', message_id, ...place }, audience)
}

const batchSize = 100
const timeLimitMs = 50_000

/**
 * Deletes the messages of a topic that the user can see, newest first. Returns false if the time limit was
 * reached.
 */
export async function deleteTopic(
  app: App,
  realm: Realm,
  user: User,
  channelId: number,
  sentTopic: string,
): Promise<boolean> {
  const topic = fromWire(sentTopic)
  const started = performance.now()
  const channel = await realm.decideFresh(() => topicChannel(realm.directory, user, channelId))
  for (;;) {
    if (performance.now() - started > timeLimitMs) return false
    const deleted = await realm.transactExclusively(async (tx) => {
      const messages = await newestVisible(tx.db, channel, topic, user.id, batchSize)
      // Events use the topic's stored spelling, regardless of the request.
      const where = { channelId, userIds: null, topic: messages[0]?.topic ?? topic }
      await deleteWithin(
        tx,
        realm.directory,
        where,
        messages.map(({ id }) => id),
        [user.id],
      )
      tx.audit({
        kind: 'topic.deleted',
        target: { type: 'channel', id: channelId, name: channel.name },
        before: { topic: where.topic, message_ids: messages.map(({ id }) => id) },
      })
      if (messages.length < batchSize) {
        await removePolicies(tx, realm.directory, channel, topic, app.clock.now())
      }
      return messages.length
    })
    if (deleted < batchSize) return true
  }
}

function topicChannel(directory: Directory, user: User, id: number): Channel {
  const channel = directory.channels.get(id)
  const denial = deleteTopicDenial(permissionsOf(directory), user, channel)
  if (denial === 'administrators-only') throw apiError('topic-deletion-denied')
  if (channel === undefined || denial !== undefined) throw apiError('channel-not-found')
  return channel
}

/** Removes policies for a deleted topic, except for users who still have messages in it. */
async function removePolicies(
  tx: Tx,
  directory: Directory,
  channel: Channel,
  topic: string,
  now: number,
): Promise<void> {
  const policies = await policiesOfTopic(tx.db, channel.recipientId, topic)
  const keep = channel.historyPublicToSubscribers
    ? new Set<number>()
    : await usersWithMessagesIn(tx.db, channel, topic, [...policies.keys()])
  const changes = [...policies.keys()]
    .filter((userId) => !keep.has(userId))
    .map((userId) => ({ userId, channelId: channel.id, topic, policy: 0 as const }))
  await setVisibility(tx, directory, new Date(now), changes)
}
