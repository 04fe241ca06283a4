import { lookup } from '../lib/derived.ts'
import type { Conversation } from './conversation.ts'

/** Text that filters match a conversation by. */
export function conversationName(conversation: Conversation): string {
  const { channelName, userName } = lookup()
  return conversation.kind === 'topic'
    ? `${channelName(conversation.channelId) ?? ''} ${conversation.topic}`
    : conversation.userIds.map((id) => userName(id) ?? '').join(' ')
}
