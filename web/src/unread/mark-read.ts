import { ApiError } from '@loquat/client'
import { ownStorage } from '../device/shared-computer.ts'
import { numbersOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages } from '../session/session.ts'
import { sayError } from '../shell/toasts.ts'
import { showRead, showUnread } from './optimistic-read.ts'

/**
 * Marks messages read: here at once, at the server in batches. What fails is tried again; what was marked is never
 * lost by leaving, because the last batch outlives the page, and what could not be sent is on disk.
 */
const waiting = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined
const soon = 1_000
let pause = soon

/** So many at once, and so many requests a minute. */
const most = 1_000
const perMinute = 20
let sentAt: number[] = []

export function markSeen(ids: readonly number[]): void {
  const unread = ids.filter((id) => messages.get(id)?.flags.includes('read') === false)
  if (unread.length === 0) return
  for (const id of unread) waiting.add(id)
  showRead(unread)
  timer ??= setTimeout(() => void flush(), pause)
}

/** Sends what is waiting, at the latest a second after the first was seen. */
export async function flush(keepalive = false): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const ids = [...waiting].slice(0, most)
  if (ids.length === 0) return
  sentAt = sentAt.filter((at) => at > Date.now() - 60_000)
  if (sentAt.length >= perMinute && !keepalive) {
    timer = setTimeout(() => void flush(), (sentAt[0] ?? 0) + 60_000 - Date.now())
    return
  }
  sentAt.push(Date.now())
  for (const id of ids) waiting.delete(id)
  try {
    await api.updateMessageFlags({ messages: ids, op: 'add', flag: 'read' }, { keepalive })
    pause = soon
    keep()
  } catch (error) {
    detectSessionEnd(error)
    if (isFinal(error)) {
      showUnread(ids)
      sayError(error)
    } else {
      for (const id of ids) waiting.add(id)
      pause = Math.min(pause * 2, 30_000)
      keep()
    }
  }
  if (waiting.size > 0) timer ??= setTimeout(() => void flush(), pause)
}

/** The server has understood and does not want to. An ended session is asked about elsewhere, haste waits. */
const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status)

const place = 'reading.waiting'

function keep(): void {
  try {
    if (waiting.size === 0) ownStorage().removeItem(place)
    else ownStorage().setItem(place, JSON.stringify([...waiting]))
  } catch {
    // Without room on disk they are unread again after a reload, which is honest.
  }
}

function takeKept(): void {
  for (const id of numbersOf(parseJson(ownStorage().getItem(place)))) waiting.add(id)
  if (waiting.size > 0) timer ??= setTimeout(() => void flush(), soon)
}

export function keepReading(): void {
  takeKept()
  addEventListener('pagehide', () => {
    void flush(true)
    keep()
  })
  addEventListener('blur', () => void flush())
  document.addEventListener('visibilitychange', () => document.hidden && void flush(true))
}
