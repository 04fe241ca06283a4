import type { BookmarkObject, PinnedMessageObject, PinScope, QueueEvent } from '@loquat/contract'
import { useEffect } from 'react'
import { useSubscription } from '../channels/channels.ts'
import { dmAmong, keyOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages, myId, onEvents, onFreshState, untilLive } from '../session/session.ts'
import { type PinPlace, pinKey, usePinState } from './pin-state.ts'

/** Places kept in memory. Events keep them current. */
const maxPlaces = 50
const nothing: readonly never[] = []

/** Places on screen, by key. A place can be shown twice: in the header and in the dialog. */
const shown = new Map<string, { place: PinPlace; count: number }>()
let isSyncing = false

/** The pinned messages of a place and the bookmarks of its channel; undefined until they are loaded. */
export function usePins(place: PinPlace): {
  pins: readonly PinnedMessageObject[] | undefined
  bookmarks: readonly BookmarkObject[]
} {
  const key = pinKey(place)
  const channelId = channelOf(place)
  const isFollowed = useSubscription(channelId ?? 0) !== undefined || channelId === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the place
  useEffect(() => {
    startSync()
    const entry = shown.get(key) ?? { place, count: 0 }
    shown.set(key, { place, count: entry.count + 1 })
    // Events about channels without a subscription are not received.
    if (!isFollowed || usePinState.getState().pins[key] === undefined) void load(place)
    return () => {
      const count = (shown.get(key)?.count ?? 1) - 1
      if (count > 0) shown.set(key, { place, count })
      else shown.delete(key)
    }
  }, [key, isFollowed])
  return {
    pins: usePinState((state) => state.pins[key]),
    bookmarks: usePinState((state) => state.bookmarks[channelId ?? 0]) ?? nothing,
  }
}

const channelOf = (place: PinPlace) => (place.kind === 'dm' ? undefined : place.channelId)

/** The number of the last request for a place. Earlier ones may arrive later, and are ignored. */
const requests = new Map<string, number>()
let lastRequest = 0

async function load(place: PinPlace): Promise<void> {
  const key = pinKey(place)
  const request = ++lastRequest
  requests.set(key, request)
  await untilLive()
  const channelId = channelOf(place)
  try {
    const [{ pinned_messages: pins }, bookmarks] = await Promise.all([
      api.getPinnedMessages(requestOf(place)),
      channelId === undefined ? undefined : api.getBookmarks({ stream_id: channelId }),
    ])
    await loadMessages(
      channelId,
      pins.map((pin) => pin.message_id),
    )
    if (requests.get(key) !== request) return
    requests.delete(key)
    setPins({ ...usePinState.getState().pins, [key]: pins })
    if (channelId !== undefined && bookmarks !== undefined) setBookmarks(channelId, bookmarks.bookmarks)
  } catch (error) {
    detectSessionEnd(error)
  }
}

function requestOf(place: PinPlace) {
  if (place.kind === 'dm') return { user_ids: [...place.userIds] }
  return place.kind === 'channel'
    ? { stream_id: place.channelId }
    : { stream_id: place.channelId, topic: place.topic }
}

/** With a channel term, the server also finds messages from before the reader's subscription. */
async function loadMessages(channelId: number | undefined, ids: readonly number[]): Promise<void> {
  const missing = ids.filter((id) => messages.get(id) === undefined)
  if (missing.length === 0) return
  const since = messages.position
  const { messages: found } = await api.getMessages({
    message_ids: missing,
    narrow: channelId === undefined ? [] : [{ operator: 'channel', operand: channelId, negated: false }],
    client_external_avatar: true,
    allow_empty_topic_name: true,
  })
  messages.put(found, since)
}

function setPins(pins: Readonly<Record<string, readonly PinnedMessageObject[]>>): void {
  const keys = Object.keys(pins)
  const superfluous = keys.filter((key) => !shown.has(key)).slice(0, Math.max(0, keys.length - maxPlaces))
  const kept = Object.fromEntries(Object.entries(pins).filter(([key]) => !superfluous.includes(key)))
  const scopes: Record<number, PinScope> = {}
  for (const list of Object.values(kept)) for (const { message_id, scope } of list) scopes[message_id] = scope
  usePinState.setState({ pins: kept, scopes })
}

const setBookmarks = (channelId: number, bookmarks: readonly BookmarkObject[]) =>
  usePinState.setState((state) => ({ bookmarks: { ...state.bookmarks, [channelId]: bookmarks } }))

/** Started by the first place that is shown. */
function startSync(): void {
  if (isSyncing) return
  isSyncing = true
  onEvents((events) => {
    for (const event of events) applyEvent(event)
  })
  onFreshState(() => refresh(() => true))
}

function applyEvent(event: QueueEvent): void {
  if (event.type === 'channel_bookmarks') setBookmarks(event.stream_id, event.bookmarks)
  else if (event.type === 'delete_message') removePins(event.message_ids ?? [event.message_id ?? 0])
  else if (event.type === 'pinned_message') {
    const dm = event.user_ids && keyOf(dmAmong(event.user_ids, myId()))
    refresh((key, place) => (dm === undefined ? channelOf(place) === event.stream_id : key === dm))
  } else if (event.type === 'update_message' && event.orig_subject !== undefined) {
    const channels = [event.stream_id, event.new_stream_id]
    refresh((_, place) => channels.includes(channelOf(place)))
  }
}

function removePins(ids: readonly number[]): void {
  const { pins, scopes } = usePinState.getState()
  if (!ids.some((id) => scopes[id] !== undefined)) return
  setPins(
    Object.fromEntries(
      Object.entries(pins).map(([key, list]) => [key, list.filter((pin) => !ids.includes(pin.message_id))]),
    ),
  )
}

/** Re-fetches places on screen, and drops others from memory. */
function refresh(isStale: (key: string, place: PinPlace) => boolean): void {
  for (const [key, { place }] of shown) if (isStale(key, place)) void load(place)
  const { pins } = usePinState.getState()
  setPins(Object.fromEntries(Object.entries(pins).filter(([key]) => shown.has(key))))
}
