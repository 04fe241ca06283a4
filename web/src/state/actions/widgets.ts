import { api } from '../api.ts'
import { messages, myId } from '../session.ts'
import { sayError } from '../toasts.ts'

/** Does something to a poll or a to-do list. The event that follows shows it. */
async function act(messageId: number, content: Record<string, unknown>): Promise<void> {
  try {
    await api.addSubmessage({ message_id: messageId, msg_type: 'widget', content: JSON.stringify(content) })
  } catch (error) {
    sayError(error)
  }
}

/** Numbers that the reader has used on a message: each thing added needs one of its own. */
function nextIndex(messageId: number, field: 'idx' | 'key'): number {
  const own = (messages.get(messageId)?.submessages ?? []).filter((one) => one.sender_id === myId())
  const used = own.map(({ content }) => {
    try {
      const value = (JSON.parse(content) as Record<string, unknown>)[field]
      return typeof value === 'number' ? value : 0
    } catch {
      return 0
    }
  })
  return Math.max(0, ...used) + 1
}

export const vote = (messageId: number, key: string, isVoting: boolean) =>
  act(messageId, { type: 'vote', key, vote: isVoting ? 1 : -1 })

export const addOption = (messageId: number, option: string) =>
  act(messageId, { type: 'new_option', idx: nextIndex(messageId, 'idx'), option })

export const askAnother = (messageId: number, question: string) =>
  act(messageId, { type: 'question', question })

export const strikeTask = (messageId: number, key: string) => act(messageId, { type: 'strike', key })

export const addTask = (messageId: number, task: string, desc: string) =>
  act(messageId, { type: 'new_task', key: nextIndex(messageId, 'key'), task, desc, completed: false })
