import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Channel, type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import { canReadChannel, hasRealmPermission } from '../../../directory/permissions.ts'
import { fromWire } from '../../../directory/topics.ts'
import { type Audience, audienceOf } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noSuchChannel } from '../../places/channels/rules.ts'
import { setVisibility } from '../../places/user-topics/actions.ts'
import { policiesOfTopic } from '../../places/user-topics/store.ts'
import { withFilesOf } from '../uploads/claims.ts'
import { messageToChange } from './access.ts'
import { receiversInChannel } from './receivers.ts'
import { holdersOf, removeMessages, renewFirstMessage, type StoredMessage } from './store.ts'
import { newestVisible, usersWithMessagesIn } from './topic-store.ts'

export async function deleteMessage(app: App, realm: Realm, user: User, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, id)
    assertMayDelete(realm.directory, user, message, app.clock.now())
    await deleteWithin(tx, realm.directory, message, [id], [user.id])
  })
}

function assertMayDelete(directory: Directory, user: User, message: StoredMessage, now: number): void {
  if (hasRealmPermission(directory, user, 'can_delete_any_message_group')) return
  const sender = directory.users.get(message.senderId)
  const isOwn = message.senderId === user.id || sender?.botOwnerId === user.id
  if (!isOwn || !hasRealmPermission(directory, user, 'can_delete_own_message_group')) {
    throw refuse('BadRequest', 'You may not delete this message.')
  }
  const limit = directory.setting('message_content_delete_limit_seconds')
  if (limit !== null && now - message.sentAt.getTime() > limit * 1_000) {
    throw refuse('BadRequest', 'The time to delete this message has passed.')
  }
}

/** Where messages that go together are. */
type Whereabouts = Pick<StoredMessage, 'channelId' | 'userIds' | 'topic'>

/** Deletes messages of one place, and tells everyone who could see them, and others besides. */
export async function deleteWithin(
  tx: Tx,
  directory: Directory,
  where: Whereabouts,
  wanted: readonly number[],
  others: readonly number[] = [],
): Promise<void> {
  const channel = where.channelId === null ? undefined : directory.channels.get(where.channelId)
  const holders = await holdersOf(tx.db, wanted)
  const ids = await withFilesOf(tx, wanted, () => removeMessages(tx, wanted))
  if (ids.length === 0) return
  if (channel === undefined) {
    publishDeletion(tx, { message_type: 'private' }, ids, [...new Set([...(where.userIds ?? []), ...others])])
    return
  }
  const told = receiversInChannel(directory, channel, ids, holders)
  for (const id of others) told.add(id)
  if (channel.firstMessageId !== null && ids.includes(channel.firstMessageId)) {
    const value = await renewFirstMessage(tx, channel)
    const { id: stream_id, name } = channel
    tx.publish(
      { type: 'stream', op: 'update', property: 'first_message_id', value, stream_id, name },
      audienceOf(directory, told),
      { channels: [channel.id] },
    )
  }
  const place = { message_type: 'stream' as const, stream_id: channel.id, topic: where.topic }
  publishDeletion(tx, place, ids, [...told])
}

interface DeletedFrom {
  message_type: 'private' | 'stream'
  stream_id?: number
  topic?: string
}

/** Once for clients that take many at a time, and once for each message for those that do not. */
export function publishDeletion(
  tx: Tx,
  place: DeletedFrom,
  ids: readonly number[],
  users: readonly number[],
): void {
  const audience: Audience = { users: [...users] }
  tx.publish({ type: 'delete_message', message_ids: [...ids], ...place }, audience)
  for (const message_id of ids) tx.publish({ type: 'delete_message', message_id, ...place }, audience)
}

const perBatch = 100
const longest = 50_000

/** Deletes what the user can see of a topic, newest first. False when the time was up before the end. */
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
    if (performance.now() - started > longest) return false
    const deleted = await realm.transactExclusively(async (tx) => {
      const messages = await newestVisible(tx.db, channel, topic, user.id, perBatch)
      // Events name the topic as its messages do, however the request spells it.
      const where = { channelId, userIds: null, topic: messages[0]?.topic ?? topic }
      await deleteWithin(
        tx,
        realm.directory,
        where,
        messages.map(({ id }) => id),
        [user.id],
      )
      if (messages.length < perBatch) {
        await forgetPolicies(tx, realm.directory, channel, topic, app.clock.now())
      }
      return messages.length
    })
    if (deleted < perBatch) return true
  }
}

function topicChannel(directory: Directory, user: User, id: number): Channel {
  if (!isAdmin(user)) throw refuse('UnauthorizedPrincipal', 'Only administrators may delete topics.')
  const channel = directory.channels.get(id)
  if (channel === undefined || channel.isArchived || !canReadChannel(directory, user, channel))
    throw noSuchChannel()
  return channel
}

/** What people made of a topic goes with it, unless they still have messages in it. */
async function forgetPolicies(
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
