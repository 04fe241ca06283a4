import { markUnread } from '../channels/topic-actions.ts'
import { unread } from '../lib/derived.ts'
import { api } from '../session/api.ts'
import { showErrorToast, showUndoToast } from '../shell/toasts.ts'

/** Maximum messages that the server marks in one request. */
const maxPerRequest = 5_000

/** Marks everything read, with an undo button. */
export async function markAllRead(): Promise<void> {
  const ids = [...unread().conversations.values()].flatMap((one) => one.ids)
  if (ids.length === 0) return
  try {
    for (let isDone = false; !isDone; ) {
      const { found_newest } = await api.updateMessageFlagsForNarrow({
        anchor: 'first_unread',
        include_anchor: true,
        num_before: 0,
        num_after: maxPerRequest,
        narrow: [{ operator: 'is', operand: 'unread', negated: false }],
        op: 'add',
        flag: 'read',
      })
      isDone = found_newest
    }
    showUndoToast('reading.marked', () => void markUnread(ids), { count: ids.length })
  } catch (error) {
    showErrorToast(error)
  }
}
