import { api } from '../session/api.ts'
import { type Problem, problemOf } from '../session/attempt.ts'
import { detectSessionEnd, messages, myId } from '../session/session.ts'
import { conversationOf } from './conversation.ts'
import { navigate } from './router.ts'

/** Replaces the address of a message by that of its conversation, or says why that cannot be. */
export async function openMessage(id: number): Promise<Problem | undefined> {
  try {
    const { message } = await api.getMessage({
      message_id: id,
      apply_markdown: true,
      allow_empty_topic_name: true,
    })
    messages.put([message])
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
