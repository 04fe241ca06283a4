import { useCompose } from '../compose/compose.ts'
import { type Recipient, recipientKey } from '../compose/recipient.ts'
import { type Conversation, type ConversationKey, keyOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import { myId } from '../session/session.ts'

/** Where a text goes, once that is said: a topic that is still to be named is nowhere in the list. */
export function targetOf(to: Recipient, me: number): ConversationKey | undefined {
  return to.kind === 'topic' && to.topic.trim() === '' ? undefined : recipientKey(to, me)
}

// Asked by every row on every key, while the recipient stays the same.
let last: { to: Recipient; target: ConversationKey | undefined } | undefined
function knownTarget(to: Recipient): ConversationKey | undefined {
  if (last?.to !== to) last = { to, target: targetOf(to, myId()) }
  return last.target
}

/** While one writes to a conversation of a list of many, the others step back. */
export const useIsDimmed = (place: Conversation | undefined, view?: FeedView): boolean =>
  useCompose(({ isOpen, to }) => {
    if (!isOpen || place === undefined || (view !== undefined && isConversation(view))) return false
    const target = knownTarget(to)
    return target !== undefined && target !== keyOf(place)
  })
