import { api } from '../session/api.ts'
import { messages } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'

/** Collapses a message to one line, or expands it. */
export async function toggleCollapsed(id: number): Promise<void> {
  const isCollapsed = messages.get(id)?.flags.includes('collapsed') === true
  show(id, !isCollapsed)
  try {
    await api.updateMessageFlags({ messages: [id], op: isCollapsed ? 'remove' : 'add', flag: 'collapsed' })
  } catch (error) {
    show(id, isCollapsed)
    showErrorToast(error)
  }
}

function show(id: number, isCollapsed: boolean): void {
  messages.change(id, (message) => ({
    ...message,
    flags: isCollapsed
      ? [...new Set([...message.flags, 'collapsed' as const])]
      : message.flags.filter((flag) => flag !== 'collapsed'),
  }))
}
