import { channelById, channelsById, subscriptionsById } from '../channels/channels.ts'
import { isResolved } from '../channels/topic-names.ts'
import { knownTopics } from '../channels/topics.ts'
import { type Recipient, toConversation } from '../compose/recipient.ts'
import { openFeeds } from '../feed/feeds.ts'
import { mutedPeople, topicPolicy } from '../lib/derived.ts'
import { type ConversationKey, keyOf } from '../navigation/conversation.ts'
import { feedKey } from '../navigation/narrow.ts'
import { presenceOf } from '../people/presence.ts'
import { isAllowed } from '../permissions/is-allowed.ts'
import { messages, myId, org } from '../session/session.ts'
import type {
  ChannelOption,
  GroupOption,
  PersonOption,
  TopicOption,
  WildcardOption,
} from './suggest-order.ts'

/** People who can be mentioned in a conversation, with the facts that determine their order. */
export function peopleOptions(to: Recipient, subscribers: ReadonlySet<number> | undefined): PersonOption[] {
  const conversation = toConversation(to, myId())
  const wrote = writersIn(conversation && keyOf(conversation))
  const wroteDirectly = directPartners()
  const muted = mutedPeople()
  const among = conversation?.kind === 'dm' ? new Set(conversation.userIds) : subscribers
  return (org().realm_users ?? [])
    .filter(({ user_id: id }) => !muted.has(id))
    .map((user): PersonOption => {
      const { user_id: userId } = user
      const here = wrote.get(userId)
      const directly = wroteDirectly.get(userId)
      return {
        userId,
        name: user.full_name,
        isBot: user.is_bot,
        isMe: userId === myId(),
        isSubscribed: among?.has(userId) ?? false,
        presence: presenceOf(userId),
        ...(here === undefined ? {} : { wroteHere: here }),
        ...(directly === undefined ? {} : { wroteDirectly: directly }),
      }
    })
}

/** Senders of the loaded messages of a conversation, with their newest message. */
function writersIn(key: ConversationKey | undefined): Map<number, number> {
  const wrote = new Map<number, number>()
  for (const feed of openFeeds()) {
    if (feedKey(feed.view) !== key) continue
    for (const id of feed.snapshot().ids) {
      const sender = messages.get(id)?.sender_id
      if (sender !== undefined) wrote.set(sender, id)
    }
  }
  return wrote
}

function directPartners(): Map<number, number> {
  const partners = new Map<number, number>()
  for (const { user_ids: ids, max_message_id: newest } of org().recent_private_conversations ?? []) {
    const others = ids.filter((id) => id !== myId())
    const [only] = others
    if (others.length === 1 && only !== undefined) partners.set(only, newest)
  }
  return partners
}

export const mayMention = (groupId: number): boolean => isAllowed({ kind: 'mention-group', groupId })

export const groupOptions = (): GroupOption[] =>
  (org().realm_user_groups ?? [])
    .filter((group) => !group.is_system_group && !group.deactivated)
    .map((group) => ({ groupId: group.id, name: group.name, mayMention: mayMention(group.id) }))

/** Wildcard mentions that apply to the recipient. */
export function wildcardOptions(
  to: Recipient,
  subscribers: ReadonlySet<number> | undefined,
): WildcardOption[] {
  if (to.kind === 'dm') {
    const reach = to.userIds.filter((id) => id !== myId()).length
    return ['all', 'everyone'].map((name) => ({ name, reach }))
  }
  const conversation = toConversation(to, myId())
  const topic = writersIn(conversation && keyOf(conversation)).size
  const reach = subscribers?.size ?? 0
  const present = [...(subscribers ?? [])].filter((id) => presenceOf(id) === 'active').length
  return [
    ...['all', 'everyone', 'channel'].map((name) => ({ name, reach })),
    { name: 'topic', reach: topic },
    { name: 'here', reach: present },
  ]
}

export function channelOptions(): ChannelOption[] {
  const subscriptions = subscriptionsById(org())
  return [...channelsById(org()).values()]
    .filter((channel) => !channel.is_archived)
    .map((channel) => {
      const subscription = subscriptions.get(channel.stream_id)
      return {
        channelId: channel.stream_id,
        name: channel.name,
        isPinned: subscription?.pin_to_top === true,
        isSubscribed: subscription !== undefined,
        visits: 0,
        traffic: channel.stream_weekly_traffic ?? 0,
      }
    })
}

export const topicOptions = (channelId: number): TopicOption[] =>
  channelById(channelId) === undefined
    ? []
    : knownTopics(channelId).map(({ name, newest }) => ({
        name,
        newest,
        isFollowed: topicPolicy(channelId, name) === 3,
        isResolved: isResolved(name),
      }))
