import type { Conversation } from '../navigation/conversation.ts'
import { myId } from '../session/session.ts'

/** The recipient parameters of API calls that send. */
export const wireRecipient = (conversation: Conversation) =>
  conversation.kind === 'topic'
    ? { type: 'channel' as const, to: conversation.channelId, topic: conversation.topic }
    : {
        type: 'direct' as const,
        to: conversation.userIds.length === 0 ? [myId()] : [...conversation.userIds],
      }
