import type { MessageObject } from '@loquat/contract'
import { caseless } from '@loquat/contract/light'

/** A topic of a channel, or a set of direct-message participants. */
export type Conversation =
  | { kind: 'topic'; channelId: number; topic: string }
  /** The other participants, ascending. Empty for notes to self. */
  | { kind: 'dm'; userIds: readonly number[] }

/** Equal for the same conversation, regardless of the case of its topic. */
export type ConversationKey = string

export const keyOf = (conversation: Conversation): ConversationKey =>
  conversation.kind === 'topic'
    ? `topic:${conversation.channelId}:${caseless(conversation.topic)}`
    : `dm:${conversation.userIds.join(',')}`

export const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** The direct-message conversation of users, with or without the reader. */
export const dmAmong = (userIds: Iterable<number>, me: number): Conversation & { kind: 'dm' } => ({
  kind: 'dm',
  userIds: ascending(userIds).filter((id) => id !== me),
})

type MessageRecipient = Pick<MessageObject, 'stream_id' | 'subject' | 'display_recipient'>

export function conversationOf(
  { stream_id, subject, display_recipient: recipient }: MessageRecipient,
  me: number,
): Conversation {
  if (stream_id !== undefined) return { kind: 'topic', channelId: stream_id, topic: subject }
  return dmAmong(typeof recipient === 'string' ? [] : recipient.map((person) => person.id), me)
}
