import { type Channel, isBot, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { setVisibility } from '../../places/user-topics/actions.ts'
import { policiesOfTopic } from '../../places/user-topics/store.ts'
import type { TopicWish } from './send-effects.ts'

/** When people want a topic to be followed or unmuted for them. */
const when = { participating: 1, sending: 2, beginning: 3 } as const

const inherit = 0
const muted = 1
const unmuted = 2
const followed = 3

/** A message in a channel, and whom it mentions by name. */
export interface Occasion {
  sender: User
  channel: Channel
  topic: string
  mentioned: readonly number[]
}

/**
 * How sending may change what people made of the topic: the sender by sending or beginning it, others by being mentioned. The
 * sender's own wishes come first. Most sends have none.
 */
export function topicWishes(realm: Realm, { sender, channel, topic, mentioned }: Occasion): TopicWish[] {
  const wishes: TopicWish[] = isBot(sender) ? [] : wishesOfSender(sender, channel)
  const isKnown = channel.historyPublicToSubscribers && realm.topics.has(channel.id, topic)
  return [
    ...(isKnown ? wishes.filter(({ onlyBeginning }) => !onlyBeginning) : wishes),
    ...followersByMention(realm, mentioned).map(
      (userId): TopicWish => ({ userId, policy: followed, from: [inherit, unmuted], onlyBeginning: false }),
    ),
  ]
}

function wishesOfSender(sender: User, channel: Channel): TopicWish[] {
  const userId = sender.id
  const follow = userSetting(sender, 'automatically_follow_topics_policy')
  const unmute = userSetting(sender, 'automatically_unmute_topics_in_muted_streams_policy')
  const wishes: TopicWish[] = []
  if (follow <= when.sending) {
    wishes.push({ userId, policy: followed, from: [inherit, muted, unmuted], onlyBeginning: false })
  } else if (follow === when.beginning) {
    wishes.push({ userId, policy: followed, from: [inherit], onlyBeginning: true })
  }
  if (!channel.mutedBy.has(userId)) return wishes
  if (unmute <= when.sending) {
    wishes.push({ userId, policy: unmuted, from: [inherit, muted], onlyBeginning: false })
  } else if (unmute === when.beginning) {
    wishes.push({ userId, policy: unmuted, from: [inherit], onlyBeginning: true })
  }
  return wishes
}

function followersByMention({ directory }: Realm, mentioned: readonly number[]): number[] {
  return mentioned.filter((id) => {
    const user = directory.users.get(id)
    return (
      user !== undefined && !isBot(user) && userSetting(user, 'automatically_follow_topics_where_mentioned')
    )
  })
}

/** Reacting and voting count as taking part, for subscribers who want that to matter. */
export async function changeTopicByTakingPart(
  tx: Tx,
  realm: Realm,
  user: User,
  channel: Channel,
  topic: string,
  now: Date,
): Promise<void> {
  if (isBot(user) || !channel.subscribers.has(user.id)) return
  const follows = userSetting(user, 'automatically_follow_topics_policy') === when.participating
  const unmutes =
    channel.mutedBy.has(user.id) &&
    userSetting(user, 'automatically_unmute_topics_in_muted_streams_policy') === when.participating
  if (!follows && !unmutes) return
  const policies = await policiesOfTopic(tx.db, channel.recipientId, topic)
  const current = policies.get(user.id) ?? inherit
  const policy = follows ? followed : unmuted
  if (current === followed || current === policy) return
  await setVisibility(tx, realm.directory, now, [{ userId: user.id, channelId: channel.id, topic, policy }])
}
