import { api } from '../api.ts'
import { type Conversation, keyOf } from '../conversation.ts'
import { unread } from '../derived.ts'
import { pauseReading } from '../reading-state.ts'
import { sayError, sayWithUndo } from '../toasts.ts'
import { markUnread } from './topics.ts'

/** Who asks for the end has read what is before it. Taken back, reading is paused: or it would be read again at once. */
export async function readToEnd(conversation: Conversation): Promise<void> {
  const ids = unread().conversations.get(keyOf(conversation))?.ids ?? []
  if (ids.length === 0) return
  const undo = () => {
    pauseReading()
    void markUnread(ids)
  }
  try {
    await api.updateMessageFlags({ messages: [...ids], op: 'add', flag: 'read' })
    sayWithUndo('reading.marked', undo, { count: ids.length })
  } catch (error) {
    sayError(error)
  }
}
