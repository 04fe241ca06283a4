import { type Conversation, type ConversationKey, dmAmong, keyOf } from '../navigation/conversation.ts'
import type { FeedView } from '../navigation/narrow.ts'

/** The recipient of a draft, possibly incomplete. */
export type Recipient =
  | { kind: 'topic'; channelId: number | undefined; topic: string }
  /** Empty while undecided. Notes to self have the reader's own ID. */
  | { kind: 'dm'; userIds: readonly number[] }

export const noRecipient: Recipient = { kind: 'topic', channelId: undefined, topic: '' }

/** Undefined while the recipient is incomplete. */
export function toConversation(to: Recipient, me: number): Conversation | undefined {
  if (to.kind === 'dm') return to.userIds.length === 0 ? undefined : dmAmong(to.userIds, me)
  return to.channelId === undefined
    ? undefined
    : { kind: 'topic', channelId: to.channelId, topic: to.topic.trim() }
}

export function recipientKey(to: Recipient, me: number): ConversationKey | undefined {
  const conversation = toConversation(to, me)
  return conversation && keyOf(conversation)
}

export const toRecipient = (conversation: Conversation, me: number): Recipient =>
  conversation.kind === 'topic'
    ? { kind: 'topic', channelId: conversation.channelId, topic: conversation.topic }
    : { kind: 'dm', userIds: conversation.userIds.length === 0 ? [me] : conversation.userIds }

/** The default recipient of messages written in a view. */
export function recipientOfView(view: FeedView, me: number): Recipient {
  switch (view.kind) {
    case 'topic':
    case 'dm':
      return toRecipient(view, me)
    case 'channel':
      return { kind: 'topic', channelId: view.channelId, topic: '' }
    case 'dms':
      return { kind: 'dm', userIds: [] }
    default:
      return noRecipient
  }
}
