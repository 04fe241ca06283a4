import { withoutUnread } from '@loquat/client'
import { api } from './api.ts'
import { changeOrg, messages, noteEnd } from './session.ts'

/**
 * Marks messages read: here at once, at the server in batches. What fails is tried again; what was marked is never
 * lost by leaving, because the last batch outlives the page.
 */
const waiting = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined
let pause = 1_000

export function markSeen(ids: readonly number[]): void {
  const unread = ids.filter((id) => messages.get(id)?.flags.includes('read') === false)
  if (unread.length === 0) return
  for (const id of unread) {
    waiting.add(id)
    messages.change(id, (message) => ({ ...message, flags: [...message.flags, 'read'] }))
  }
  changeOrg((org) =>
    org.unread_msgs === undefined ? org : { ...org, unread_msgs: withoutUnread(org.unread_msgs, unread) },
  )
  timer ??= setTimeout(() => void flush(), pause)
}

/** Sends what is waiting, at the latest a second after the first was seen. */
export async function flush(keepalive = false): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const ids = [...waiting].slice(0, 1_000)
  if (ids.length === 0) return
  for (const id of ids) waiting.delete(id)
  try {
    await api.updateMessageFlags({ messages: ids, op: 'add', flag: 'read' }, { keepalive })
    pause = 1_000
  } catch (error) {
    noteEnd(error)
    for (const id of ids) waiting.add(id)
    pause = Math.min(pause * 2, 30_000)
  }
  if (waiting.size > 0) timer ??= setTimeout(() => void flush(), pause)
}

export function keepReading(): void {
  addEventListener('pagehide', () => void flush(true))
  document.addEventListener('visibilitychange', () => document.hidden && void flush(true))
}
