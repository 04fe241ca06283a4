import type { LaterItemObject, QueueEvent } from '@loquat/contract'
import { useEffect } from 'react'
import { create } from 'zustand'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages, onEvents, onFreshState, untilLive } from '../session/session.ts'

/** Messages and notes that the reader saved for later; undefined until they are loaded. */
export const useLater = create<{ items: readonly LaterItemObject[] | undefined }>(() => ({
  items: undefined,
}))

let isStarted = false

/** Loads the items once, and keeps them current. */
export function startLater(): void {
  if (isStarted) return
  isStarted = true
  onEvents((events) => {
    for (const event of events) useLater.setState(({ items }) => ({ items: items && applied(items, event) }))
  })
  onFreshState(() => void load())
  void load()
}

export function useLaterItems(): readonly LaterItemObject[] | undefined {
  useEffect(startLater, [])
  return useLater((state) => state.items)
}

async function load(): Promise<void> {
  await untilLive()
  try {
    useLater.setState({ items: (await api.getLaterItems()).later_items })
  } catch (error) {
    detectSessionEnd(error)
  }
}

/** The items after an event. */
export function applied(items: readonly LaterItemObject[], event: QueueEvent): readonly LaterItemObject[] {
  if (event.type === 'delete_message') {
    const ids = event.message_ids ?? [event.message_id]
    const isGone = (id: number | null) => id !== null && ids.includes(id)
    return items.some((one) => isGone(one.message_id))
      ? items.map((one) => (isGone(one.message_id) ? { ...one, message_id: null } : one))
      : items
  }
  if (event.type !== 'later_items') return items
  const id = event.op === 'remove' ? event.later_id : event.later_item.later_id
  const others = items.filter((one) => one.later_id !== id)
  return event.op === 'remove'
    ? others
    : [...others, event.later_item].sort((a, b) => a.later_id - b.later_id)
}

/** The open item of a message. */
export const savedItem = (messageId: number): LaterItemObject | undefined =>
  itemOf(useLater.getState().items, messageId)

const itemOf = (items: readonly LaterItemObject[] | undefined, messageId: number) =>
  items?.find((one) => one.message_id === messageId && !one.is_done)

export const useIsSaved = (messageId: number): boolean =>
  useLater(({ items }) => itemOf(items, messageId) !== undefined)

/** Reminders that were sent and are not done. */
export const dueCount = (items: readonly LaterItemObject[] | undefined): number =>
  items?.filter((one) => one.is_reminded && !one.is_done).length ?? 0

/** Messages that were requested; some of them may be unavailable. */
const requested = new Set<number>()
const maxSingleRequests = 50

/** Fetches messages of items that are not known yet. */
export async function loadLaterMessages(ids: readonly number[]): Promise<void> {
  const missing = ids.filter((id) => messages.get(id) === undefined && !requested.has(id))
  if (missing.length === 0) return
  for (const id of missing) requested.add(id)
  const since = messages.position
  const options = { client_external_avatar: true, allow_empty_topic_name: true }
  try {
    const { messages: found } = await api.getMessages({ message_ids: missing, ...options })
    messages.put(found, since)
  } catch (error) {
    detectSessionEnd(error)
  }
  // Together, the server finds only messages in the reader's own history.
  const rest = missing.filter((id) => messages.get(id) === undefined).slice(0, maxSingleRequests)
  const single = await Promise.all(rest.map(fetchMessage))
  messages.put(
    single.flatMap((message) => message ?? []),
    since,
  )
}

async function fetchMessage(id: number) {
  try {
    return (await api.getMessage({ message_id: id, allow_empty_topic_name: true })).message
  } catch {
    return undefined
  }
}
