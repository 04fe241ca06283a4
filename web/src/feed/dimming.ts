import { useCompose } from '../compose/compose.ts'
import { type Recipient, recipientKey } from '../compose/recipient.ts'
import { type Conversation, type ConversationKey, keyOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import { myId } from '../session/session.ts'

/** The conversation that a message goes to; undefined while its topic is empty. */
export function targetOf(to: Recipient, me: number): ConversationKey | undefined {
  return to.kind === 'topic' && to.topic.trim() === '' ? undefined : recipientKey(to, me)
}

// Cached: every row asks on every keystroke, and the recipient rarely changes.
let last: { to: Recipient; target: ConversationKey | undefined } | undefined
function knownTarget(to: Recipient): ConversationKey | undefined {
  if (last?.to !== to) last = { to, target: targetOf(to, myId()) }
  return last.target
}

/** Dims other conversations of a mixed feed while composing. */
export const useIsDimmed = (place: Conversation | undefined, view?: FeedView): boolean =>
  useCompose(({ isOpen, to }) => {
    if (!isOpen || place === undefined || (view !== undefined && isConversation(view))) return false
    const target = knownTarget(to)
    return target !== undefined && target !== keyOf(place)
  })
