import { mutedTopicLookup, topicPolicyLookup } from '@loquat/client'
import type { InitialState } from '@loquat/contract'
import { visibility } from '@loquat/contract/light'
import { type Conversation, type ConversationKey, dmAmong, keyOf } from '../navigation/conversation.ts'

/** The unread messages of a conversation; at least one. */
export interface UnreadConversation {
  key: ConversationKey
  conversation: Conversation
  /** Ascending. */
  ids: readonly number[]
  /** Shown in gray and not part of any other count. */
  isMuted: boolean
  isFollowed: boolean
  mentions: number
  /** Direct messages, and mentions even in muted topics. */
  toYou: number
}

export interface UnreadChannel {
  /** Unread and not muted. */
  unmuted: number
  muted: number
  toYou: number
}

export interface UnreadCounts {
  conversations: ReadonlyMap<ConversationKey, UnreadConversation>
  channels: ReadonlyMap<number, UnreadChannel>
  /** Everything that is not muted, for the inbox and the combined feed. */
  unmuted: number
  /** Unmuted direct messages. */
  direct: number
  /** Unread mentions. */
  mentions: number
  toYou: number
  /** Only the newest messages are counted. */
  isPartial: boolean
}

type UnreadState = Pick<
  InitialState,
  'unread_msgs' | 'subscriptions' | 'user_topics' | 'muted_users' | 'user_id'
>

/** All unread counts of the app. Only direct messages and subscribed channels count. */
export function unreadIn(state: UnreadState): UnreadCounts {
  const conversations = new Map(conversationsIn(state).map((one) => [one.key, one]))
  const channels = new Map<number, UnreadChannel>()
  let unmuted = 0
  let direct = 0
  let toYou = 0
  let mentions = 0
  for (const one of conversations.values()) {
    const { conversation, ids, isMuted } = one
    toYou += one.toYou
    mentions += one.mentions
    unmuted += isMuted ? 0 : ids.length
    if (conversation.kind === 'dm') {
      direct += isMuted ? 0 : ids.length
      continue
    }
    const channel = channels.get(conversation.channelId) ?? { unmuted: 0, muted: 0, toYou: 0 }
    channel[isMuted ? 'muted' : 'unmuted'] += ids.length
    channel.toYou += one.toYou
    channels.set(conversation.channelId, channel)
  }
  const isPartial = state.unread_msgs?.old_unreads_missing === true
  return { conversations, channels, unmuted, direct, mentions, toYou, isPartial }
}

function conversationsIn(state: UnreadState): UnreadConversation[] {
  const { unread_msgs: unread, user_id: me = 0 } = state
  if (unread === undefined) return []
  const subscribed = new Set(state.subscriptions?.map((one) => one.stream_id))
  const isMuted = mutedTopicLookup(state)
  const policyOf = topicPolicyLookup(state)
  const listed = new Set(unread.mentions)
  const mentionsAmong = (ids: readonly number[]) => ids.filter((id) => listed.has(id)).length
  const topics = unread.streams
    .filter((entry) => subscribed.has(entry.stream_id))
    .map(({ stream_id: channelId, topic, unread_message_ids: ids }): UnreadConversation => {
      const conversation: Conversation = { kind: 'topic', channelId, topic }
      return {
        key: keyOf(conversation),
        conversation,
        ids,
        isMuted: isMuted(channelId, topic),
        isFollowed: policyOf(channelId, topic) === visibility.followed,
        mentions: mentionsAmong(ids),
        toYou: mentionsAmong(ids),
      }
    })
  const mutedPeople = new Set(state.muted_users?.map((one) => one.id))
  const among = (userIds: number[], ids: number[]): UnreadConversation => {
    const conversation = dmAmong(userIds, me)
    const { userIds: others } = conversation
    // The server marks messages of muted people as read; until then they are not counted.
    const muted = others.length > 0 && others.every((id) => mutedPeople.has(id))
    return {
      key: keyOf(conversation),
      conversation,
      ids,
      isMuted: muted,
      isFollowed: false,
      mentions: muted ? 0 : mentionsAmong(ids),
      toYou: muted ? 0 : ids.length,
    }
  }
  return [
    ...topics,
    ...unread.pms.map((entry) => among([entry.other_user_id], entry.unread_message_ids)),
    ...unread.huddles.map((entry) =>
      among(entry.user_ids_string.split(',').map(Number), entry.unread_message_ids),
    ),
  ]
}

/** The count in title, icon and badge. 1: all; 2: to you or followed; 3: to you; 4: none. */
export function badgeNumber(counts: UnreadCounts, policy: 1 | 2 | 3 | 4): number {
  if (policy === 4) return 0
  if (policy === 1) return counts.unmuted
  if (policy === 3) return counts.toYou
  return [...counts.conversations.values()].reduce(
    (sum, one) => sum + (one.isFollowed ? one.ids.length : one.toYou),
    0,
  )
}

/** How a channel shows unread messages, by `web_stream_unreads_count_display_policy`. */
export function channelMark(
  { unmuted }: UnreadChannel,
  policy: 1 | 2 | 3,
  isMutedChannel: boolean,
): 'number' | 'dot' | 'nothing' {
  if (unmuted === 0) return 'nothing'
  return policy === 1 || (policy === 2 && !isMutedChannel) ? 'number' : 'dot'
}

const maxShown = 999
/** Caps a displayed count at 999. */
export const capped = (count: number): { count: number; isMore: boolean } => ({
  count: Math.min(count, maxShown),
  isMore: count > maxShown,
})
