import { ApiError } from '@loquat/client'
import { ownStorage } from '../device/shared-computer.ts'
import { numbersOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { showRead, showUnread } from './optimistic-read.ts'

/**
 * Marks messages read: locally at once, on the server in batches. Failures are retried. Nothing is lost by
 * leaving: the last batch outlives the page, and unsent IDs are stored on the device.
 */
const waiting = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined
const firstDelayMs = 1_000
let delayMs = firstDelayMs

/** Limits per request and per minute. */
const maxIdsPerRequest = 1_000
const maxRequestsPerMinute = 20
let sentAt: number[] = []

export function markSeen(ids: readonly number[]): void {
  const unread = ids.filter((id) => messages.get(id)?.flags.includes('read') === false)
  if (unread.length === 0) return
  for (const id of unread) waiting.add(id)
  showRead(unread)
  timer ??= setTimeout(() => void flush(), delayMs)
}

/** Sends the waiting IDs; called at most a second after the first was seen. */
export async function flush(keepalive = false): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const ids = [...waiting].slice(0, maxIdsPerRequest)
  if (ids.length === 0) return
  sentAt = sentAt.filter((at) => at > Date.now() - 60_000)
  if (sentAt.length >= maxRequestsPerMinute && !keepalive) {
    timer = setTimeout(() => void flush(), (sentAt[0] ?? 0) + 60_000 - Date.now())
    return
  }
  sentAt.push(Date.now())
  for (const id of ids) waiting.delete(id)
  try {
    await api.updateMessageFlags({ messages: ids, op: 'add', flag: 'read' }, { keepalive })
    delayMs = firstDelayMs
    persist()
  } catch (error) {
    detectSessionEnd(error)
    if (isFinal(error)) {
      showUnread(ids)
      showErrorToast(error)
    } else {
      for (const id of ids) waiting.add(id)
      delayMs = Math.min(delayMs * 2, 30_000)
      persist()
    }
  }
  if (waiting.size > 0) timer ??= setTimeout(() => void flush(), delayMs)
}

/** Client errors are final, except an ended session, timeouts and rate limits. */
const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status)

const storageKey = 'reading.waiting'

function persist(): void {
  try {
    if (waiting.size === 0) ownStorage().removeItem(storageKey)
    else ownStorage().setItem(storageKey, JSON.stringify([...waiting]))
  } catch {
    // Storage is full: they are unread again after a reload.
  }
}

function restorePersisted(): void {
  for (const id of numbersOf(parseJson(ownStorage().getItem(storageKey)))) waiting.add(id)
  if (waiting.size > 0) timer ??= setTimeout(() => void flush(), firstDelayMs)
}

export function startMarkReadSync(): void {
  restorePersisted()
  addEventListener('pagehide', () => {
    void flush(true)
    persist()
  })
  addEventListener('blur', () => void flush())
  document.addEventListener('visibilitychange', () => document.hidden && void flush(true))
}
