import type { Conversation } from '../navigation/conversation.ts'
import { myId } from '../session/session.ts'

/** A conversation as calls that send name it. */
export const wireRecipient = (conversation: Conversation) =>
  conversation.kind === 'topic'
    ? { type: 'channel' as const, to: conversation.channelId, topic: conversation.topic }
    : {
        type: 'direct' as const,
        to: conversation.userIds.length === 0 ? [myId()] : [...conversation.userIds],
      }
