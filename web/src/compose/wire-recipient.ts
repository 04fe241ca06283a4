import type { Conversation } from '../navigation/conversation.ts'
import { myId } from '../session/session.ts'

/** A conversation as calls that send name it. */
export const wireRecipient = (place: Conversation) =>
  place.kind === 'topic'
    ? { type: 'channel' as const, to: place.channelId, topic: place.topic }
    : { type: 'direct' as const, to: place.userIds.length === 0 ? [myId()] : [...place.userIds] }
