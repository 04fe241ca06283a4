import { lookup } from '../lib/derived.ts'
import type { Conversation } from './conversation.ts'

/** The words by which a conversation is found. */
export function conversationName(conversation: Conversation): string {
  const { channelName, userName } = lookup()
  return conversation.kind === 'topic'
    ? `${channelName(conversation.channelId) ?? ''} ${conversation.topic}`
    : conversation.userIds.map((id) => userName(id) ?? '').join(' ')
}
