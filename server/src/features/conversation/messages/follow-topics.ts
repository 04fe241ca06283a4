import { type Channel, isBot, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { setVisibility } from '../../places/user-topics/actions.ts'
import { policiesOfTopic } from '../../places/user-topics/store.ts'
import type { TopicPolicyUpdate } from './send-effects.ts'

/** Values of the settings for following and unmuting topics automatically. */
const autoPolicies = { participating: 1, sending: 2, beginning: 3 } as const

const inherit = 0
const muted = 1
const unmuted = 2
const followed = 3

/** A channel message and the users it mentions by name. */
export interface TopicMessage {
  sender: User
  channel: Channel
  topic: string
  mentioned: readonly number[]
}

/**
 * Policy updates caused by a message: for the sender by sending or starting a topic, for others by being
 * mentioned. The sender's own updates come first. Most messages cause none.
 */
export function topicPolicyUpdates(
  realm: Realm,
  { sender, channel, topic, mentioned }: TopicMessage,
): TopicPolicyUpdate[] {
  const updates: TopicPolicyUpdate[] = isBot(sender) ? [] : senderUpdates(sender, channel)
  const isKnown = channel.historyPublicToSubscribers && realm.topics.has(channel.id, topic)
  return [
    ...(isKnown ? updates.filter(({ onlyIfNewTopic }) => !onlyIfNewTopic) : updates),
    ...followersByMention(realm, mentioned).map(
      (userId): TopicPolicyUpdate => ({
        userId,
        policy: followed,
        from: [inherit, unmuted],
        onlyIfNewTopic: false,
      }),
    ),
  ]
}

function senderUpdates(sender: User, channel: Channel): TopicPolicyUpdate[] {
  const userId = sender.id
  const follow = userSetting(sender, 'automatically_follow_topics_policy')
  const unmute = userSetting(sender, 'automatically_unmute_topics_in_muted_streams_policy')
  const updates: TopicPolicyUpdate[] = []
  if (follow <= autoPolicies.sending) {
    updates.push({ userId, policy: followed, from: [inherit, muted, unmuted], onlyIfNewTopic: false })
  } else if (follow === autoPolicies.beginning) {
    updates.push({ userId, policy: followed, from: [inherit], onlyIfNewTopic: true })
  }
  if (!channel.mutedBy.has(userId)) return updates
  if (unmute <= autoPolicies.sending) {
    updates.push({ userId, policy: unmuted, from: [inherit, muted], onlyIfNewTopic: false })
  } else if (unmute === autoPolicies.beginning) {
    updates.push({ userId, policy: unmuted, from: [inherit], onlyIfNewTopic: true })
  }
  return updates
}

function followersByMention({ directory }: Realm, mentioned: readonly number[]): number[] {
  return mentioned.filter((id) => {
    const user = directory.users.get(id)
    return (
      user !== undefined && !isBot(user) && userSetting(user, 'automatically_follow_topics_where_mentioned')
    )
  })
}

/** Reactions and votes count as participation for subscribers with that setting. */
export async function updateTopicAfterParticipation(
  tx: Tx,
  realm: Realm,
  user: User,
  channel: Channel,
  topic: string,
  now: Date,
): Promise<void> {
  if (isBot(user) || !channel.subscribers.has(user.id)) return
  const follows = userSetting(user, 'automatically_follow_topics_policy') === autoPolicies.participating
  const unmutes =
    channel.mutedBy.has(user.id) &&
    userSetting(user, 'automatically_unmute_topics_in_muted_streams_policy') === autoPolicies.participating
  if (!follows && !unmutes) return
  const policies = await policiesOfTopic(tx.db, channel.recipientId, topic)
  const current = policies.get(user.id) ?? inherit
  const policy = follows ? followed : unmuted
  if (current === followed || current === policy) return
  await setVisibility(tx, realm.directory, now, [{ userId: user.id, channelId: channel.id, topic, policy }])
}
