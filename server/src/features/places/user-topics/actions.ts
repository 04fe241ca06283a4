import type { VisibilityPolicy } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { byPlace, presentMutedTopic } from './present.ts'
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
 * Changes what people make of topics and tells each of them, however many they are in a few statements and events.
 * Returns what really changed, in the order of the changes; of several about the same thing the last one counts.
 */
export async function setVisibility(
  tx: Tx,
  directory: Directory,
  now: Date,
  changes: readonly store.PolicyChange[],
): Promise<{ userId: number; policy: VisibilityPolicy }[]> {
  if (changes.length === 0) return []
  const located = changes.map((change) => ({ ...change, recipientId: recipientOf(directory, change) }))
  // Mostly nothing changes, and then nobody need wait.
  if (!(await store.wouldChange(tx.db, located))) return []
  // The log first, then the rows, as everywhere: no two wait for each other, and each list told is the whole one.
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

/** People with the same list, mostly an empty one, share an event. */
async function publishMutedTopics(tx: Tx, userIds: readonly number[]): Promise<void> {
  const muted = await store.mutedTopicsOf(tx.db, userIds)
  const listOf = (userId: number) =>
    JSON.stringify((muted.get(userId) ?? []).sort(byPlace).map(presentMutedTopic))
  for (const [list, users] of Map.groupBy(userIds, listOf)) {
    tx.publish({ type: 'muted_topics', muted_topics: JSON.parse(list) }, { users })
  }
}

/** People who made the same of the same topic share an event. */
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
