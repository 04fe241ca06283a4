import type { MessageObject } from '@loquat/contract'
import { caseless } from '@loquat/contract/light'

/** Where a message is said: a topic of a channel, or among people. */
export type Conversation =
  | { kind: 'topic'; channelId: number; topic: string }
  /** The others, ascending; none of them: notes to oneself. */
  | { kind: 'dm'; userIds: readonly number[] }

/** Equal for the same conversation, whatever the spelling of its topic. */
export type ConversationKey = string

export const keyOf = (conversation: Conversation): ConversationKey =>
  conversation.kind === 'topic'
    ? `topic:${conversation.channelId}:${caseless(conversation.topic)}`
    : `dm:${conversation.userIds.join(',')}`

export const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** The conversation of people, of whom the reader may be one. */
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
