import { api } from '../session/api.ts'
import { type Problem, problemOf } from '../session/attempt.ts'
import { detectSessionEnd, messages, myId, org } from '../session/session.ts'
import { conversationOf } from './conversation.ts'
import { navigate } from './router.ts'

/** Opens the conversation of a message at that message. Returns the problem if it cannot be fetched. */
export async function openMessage(linkedId: number): Promise<Problem | undefined> {
  try {
    const { message } = await api.getMessage({
      message_id: linkedId,
      by_imported_id: linkedId < (org().realm_old_message_ids_below ?? 0),
      apply_markdown: true,
      allow_empty_topic_name: true,
    })
    messages.put([message])
    const { id } = message
    const conversation = conversationOf(message, myId())
    navigate(
      { ...conversation, ...(conversation.kind === 'topic' ? { with: id } : {}), at: id },
      { replace: true },
    )
    return undefined
  } catch (error) {
    detectSessionEnd(error)
    return problemOf(error)
  }
}
