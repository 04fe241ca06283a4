import { api } from '../session/api.ts'
import { showErrorToast, showUndoToast } from '../shell/toasts.ts'
import { pinScope } from './pin-state.ts'

/** Pins a message to its topic or direct conversation, or to its channel, and offers to undo it. */
export async function pinMessage(id: number, scope: 'topic' | 'channel' = 'topic'): Promise<void> {
  const before = pinScope(id)
  try {
    await api.pinMessage({ message_id: id, scope })
    const undo = () => void (before === undefined ? unpinMessage(id) : pinMessage(id, scopeOf(before)))
    showUndoToast(scope === 'channel' ? 'pins.nowInChannel' : 'pins.nowPinned', undo)
  } catch (error) {
    showErrorToast(error)
  }
}

const scopeOf = (scope: 'topic' | 'channel' | 'direct') => (scope === 'channel' ? 'channel' : 'topic')

export async function unpinMessage(id: number): Promise<void> {
  const before = pinScope(id)
  try {
    await api.unpinMessage({ message_id: id })
    showUndoToast('pins.nowUnpinned', () => void pinMessage(id, scopeOf(before ?? 'topic')))
  } catch (error) {
    showErrorToast(error)
  }
}

export const togglePin = (id: number) => (pinScope(id) === undefined ? pinMessage(id) : unpinMessage(id))
