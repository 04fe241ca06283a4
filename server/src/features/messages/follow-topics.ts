import type { VisibilityPolicy } from '@loquat/contract'
import type { Tx } from '../../db/transaction.ts'
import { type Channel, isBot, type User, userSetting } from '../../directory/directory.ts'
import type { Realm } from '../../realms/realm.ts'
import { setVisibility } from '../user-topics/actions.ts'
import { policiesOfTopic } from '../user-topics/store.ts'
import { hasVisibleMessage } from './topics-store.ts'

/** When people want a topic to be followed or unmuted for them. */
const when = { participating: 1, sending: 2, beginning: 3 } as const

const inherit = 0
const unmuted = 2
const followed = 3

/** A message in a channel, and whom it mentions by name. */
export interface Occasion {
  sender: User
  channel: Channel
  topic: string
  mentioned: readonly number[]
}

/** Whether sending may change what anybody made of the topic. Most sends cannot, and need not look. */
export function mayChangeTopics(realm: Realm, { sender, channel, topic, mentioned }: Occasion): boolean {
  if (followersByMention(realm, mentioned).length > 0) return true
  if (isBot(sender)) return false
  const follow = userSetting(sender, 'automatically_follow_topics_policy')
  const unmute = channel.mutedBy.has(sender.id)
    ? userSetting(sender, 'automatically_unmute_topics_in_muted_streams_policy')
    : 4
  if (follow <= when.sending || unmute <= when.sending) return true
  if (follow !== when.beginning && unmute !== when.beginning) return false
  // With a protected history each sender has another view of what was there before.
  return !channel.historyPublicToSubscribers || !realm.topics.has(channel.id, topic)
}

function followersByMention({ directory }: Realm, mentioned: readonly number[]): number[] {
  return mentioned.filter((id) => {
    const user = directory.users.get(id)
    return (
      user !== undefined && !isBot(user) && userSetting(user, 'automatically_follow_topics_where_mentioned')
    )
  })
}

/** Follows and unmutes as people wish it, before the message is stored. Returns what became of it for the sender. */
export async function changeTopics(
  tx: Tx,
  realm: Realm,
  occasion: Occasion,
  now: Date,
): Promise<2 | 3 | undefined> {
  const { sender, channel, topic, mentioned } = occasion
  const policies = await policiesOfTopic(tx.db, channel.recipientId, topic)
  const current = (userId: number) => policies.get(userId) ?? inherit
  const changes = followersByMention(realm, mentioned)
    .filter((id) => current(id) === inherit || current(id) === unmuted)
    .map((userId) => change(userId, followed))

  const wanted = isBot(sender) ? undefined : await policyBySending(tx, occasion, current(sender.id))
  if (wanted !== undefined) {
    const others = changes.filter(({ userId }) => userId !== sender.id)
    await setVisibility(tx, realm.directory, now, [...others, change(sender.id, wanted)])
    return wanted
  }
  await setVisibility(tx, realm.directory, now, changes)
  return undefined

  function change(userId: number, policy: VisibilityPolicy) {
    return { userId, channelId: channel.id, topic, policy }
  }
}

async function policyBySending(
  tx: Tx,
  { sender, channel, topic }: Occasion,
  current: VisibilityPolicy,
): Promise<2 | 3 | undefined> {
  if (current === followed) return undefined
  const follow = userSetting(sender, 'automatically_follow_topics_policy')
  const unmute = userSetting(sender, 'automatically_unmute_topics_in_muted_streams_policy')
  const mutes = channel.mutedBy.has(sender.id)
  let earlier: Promise<boolean> | undefined
  const begins = async () => {
    earlier ??= hasVisibleMessage(tx.db, channel, topic, sender.id)
    return !(await earlier)
  }
  if (follow <= when.sending) return followed
  if (follow === when.beginning && current === inherit && (await begins())) return followed
  if (!mutes || current === unmuted) return undefined
  if (unmute <= when.sending) return unmuted
  if (unmute === when.beginning && current === inherit && (await begins())) return unmuted
  return undefined
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
