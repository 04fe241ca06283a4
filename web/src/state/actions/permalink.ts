import { api } from '../api.ts'
import { conversationOf } from '../conversation.ts'
import { navigate } from '../router.ts'
import { messages, myId, noteEnd } from '../session.ts'

/** Replaces the address of a message by that of its conversation. False if the reader cannot see it. */
export async function openMessage(id: number): Promise<boolean> {
  try {
    const { message } = await api.getMessage({
      message_id: id,
      apply_markdown: true,
      allow_empty_topic_name: true,
    })
    messages.put([message])
    const place = conversationOf(message, myId())
    navigate({ ...place, ...(place.kind === 'topic' ? { with: id } : {}), at: id }, { replace: true })
    return true
  } catch (error) {
    noteEnd(error)
    return false
  }
}
