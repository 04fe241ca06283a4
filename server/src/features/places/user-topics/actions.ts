import type { VisibilityPolicy } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { byChannelAndTopic, presentMutedTopic } from './present.ts'
import { channelOfTopic, checkedTopicName } from './rules.ts'
import * as store from './store.ts'

export interface TopicChange {
  channel: number | string
  topic: string
  policy: VisibilityPolicy
}

export async function changeTopic(realm: Realm, user: User, now: Date, change: TopicChange): Promise<void> {
  const { policy } = change
  const { directory } = realm
  const topic = checkedTopicName(change.topic)
  const channel = await realm.decideFresh(() => channelOfTopic(directory, user, change.channel, policy))
  await realm.transact(async (tx) => {
    await setVisibility(tx, directory, now, [{ userId: user.id, channelId: channel.id, topic, policy }])
  })
}

/**
 * Sets topic visibility policies and publishes them to their users, with a constant number of statements.
 * Returns the changes that had an effect, in order. The last of several changes to one topic wins.
 */
export async function setVisibility(
  tx: Tx,
  directory: Directory,
  now: Date,
  changes: readonly store.PolicyChange[],
): Promise<{ userId: number; policy: VisibilityPolicy }[]> {
  if (changes.length === 0) return []
  const located = changes.map((change) => ({ ...change, recipientId: recipientOf(directory, change) }))
  // Usually nothing changes; avoid the lock then.
  if (!(await store.hasEffect(tx.db, located))) return []
  // Lock the log before the rows, as everywhere, to avoid deadlocks and to publish complete lists.
  await lockLog(tx.db, tx.realmId)
  const changed = await store.applyPolicies(tx, now, located)
  await publishMutedTopics(tx, [...new Set(changed.map((change) => change.userId))])
  publishTopics(tx, now, changed)
  return changed.map(({ userId, policy }) => ({ userId, policy }))
}

function recipientOf(directory: Directory, { channelId }: store.PolicyChange): number {
  const channel = directory.channels.get(channelId)
  if (channel === undefined) throw new Error(`There is no channel ${channelId}.`)
  return channel.recipientId
}

/** Users with the same list (usually empty) share an event. */
async function publishMutedTopics(tx: Tx, userIds: readonly number[]): Promise<void> {
  const muted = await store.mutedTopicsOf(tx.db, userIds)
  const listOf = (userId: number) =>
    JSON.stringify((muted.get(userId) ?? []).sort(byChannelAndTopic).map(presentMutedTopic))
  for (const [list, users] of Map.groupBy(userIds, listOf)) {
    tx.publish({ type: 'muted_topics', muted_topics: JSON.parse(list) }, { users })
  }
}

/** Users who set the same policy for the same topic share an event. */
function publishTopics(tx: Tx, now: Date, changed: readonly store.PolicyChange[]): void {
  const last_updated = toSeconds(now.getTime())
  const same = ({ channelId, topic, policy }: store.PolicyChange) => `${channelId} ${policy} ${topic}`
  for (const group of Map.groupBy(changed, same).values()) {
    const [first] = group
    if (first === undefined) continue
    const { channelId: stream_id, topic: topic_name, policy: visibility_policy } = first
    tx.publish(
      { type: 'user_topic', stream_id, topic_name, last_updated, visibility_policy },
      { users: group.map((change) => change.userId) },
    )
  }
}
