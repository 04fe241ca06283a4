import { isRecord } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { api } from '../session/api.ts'
import { messages, myId } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { addPending, pendingOn, withPending } from './pending-actions.ts'

const submessagesOf = (messageId: number) => messages.get(messageId)?.submessages ?? []

/** Applies an action to a widget immediately, and reverts it if the server denies it. */
async function act(messageId: number, action: Record<string, unknown>): Promise<void> {
  const content = JSON.stringify(action)
  const takeBack = addPending(messageId, submessagesOf(messageId), myId(), content)
  try {
    await api.addSubmessage({ message_id: messageId, msg_type: 'widget', content })
  } catch (error) {
    takeBack()
    showErrorToast(error)
  }
}

/** The next unused index of the reader for options or tasks of a message. */
function nextIndex(messageId: number, field: 'idx' | 'key'): number {
  const all = withPending(submessagesOf(messageId), pendingOn(messageId))
  const own = all.filter((one) => one.sender_id === myId())
  const used = own.map(({ content }) => {
    const action = parseJson(content)
    const value = isRecord(action) ? action[field] : undefined
    return typeof value === 'number' ? value : 0
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
