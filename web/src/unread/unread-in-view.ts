import { unread } from '../lib/derived.ts'
import { keyOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import type { UnreadConversation, UnreadCounts } from './unread.ts'

/** Unread messages of a view, loaded or not, oldest first. Mentions, starred and searches have none. */
export function unreadInView(view: FeedView, counts: UnreadCounts = unread()): readonly number[] {
  if (isConversation(view)) return counts.conversations.get(keyOf(view))?.ids ?? none
  const belongs = matcher(view)
  if (belongs === undefined) return none
  return [...counts.conversations.values()]
    .filter(belongs)
    .flatMap((one) => one.ids)
    .sort((a, b) => a - b)
}

const none: readonly number[] = []

function matcher(view: FeedView): ((one: UnreadConversation) => boolean) | undefined {
  switch (view.kind) {
    case 'channel':
      return ({ conversation, isMuted }) =>
        !isMuted && conversation.kind === 'topic' && conversation.channelId === view.channelId
    case 'dms':
      return ({ conversation, isMuted }) => !isMuted && conversation.kind === 'dm'
    case 'feed':
      return ({ isMuted }) => !isMuted
    default:
      return undefined
  }
}

/** Whether scrolling in a view marks messages read. 1: always; 2: in conversations only; 3: never. */
export const marksRead = (view: FeedView, policy: number): boolean =>
  isConversation(view)
    ? policy !== 3
    : policy === 1 && (view.kind === 'channel' || view.kind === 'feed' || view.kind === 'dms')
