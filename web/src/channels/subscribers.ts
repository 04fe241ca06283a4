import type { QueueEvent } from '@loquat/contract'
import { useEffect, useMemo } from 'react'
import { api } from '../session/api.ts'
import { applyToResource, useResource } from '../session/resource.ts'
import { myId, onEvents, untilLive } from '../session/session.ts'
import { channelById, useChannel } from './channels.ts'

export const subscribersKey = (channelId: number) => `subscribers:${channelId}`

/** Subscribers of a channel, for dialogs that show loading and errors. */
export function useSubscribers(channelId: number) {
  useSubscriberSync()
  return useResource(
    subscribersKey(channelId),
    async (signal) => (await api.getSubscribers({ stream_id: channelId }, { signal })).subscribers,
  )
}

/** Subscribers of a channel; undefined until loaded, and for archived channels, which the server does not list. */
export function useSubscriberSet(channelId: number | undefined): ReadonlySet<number> | undefined {
  useSubscriberSync()
  const id = useChannel(channelId ?? 0)?.is_archived === false ? channelId : undefined
  const { value } = useResource(id === undefined ? 'no-subscribers' : subscribersKey(id), async (signal) => {
    await untilLive()
    if (id === undefined || channelById(id)?.is_archived !== false) return undefined
    return (await api.getSubscribers({ stream_id: id }, { signal })).subscribers
  })
  return useMemo(() => (value === undefined ? undefined : new Set(value)), [value])
}

/** The subscribers of each of the reader's channels, fetched when a profile lists shared channels. */
export const useSharedChannels = () =>
  useResource('shared-channels', async (signal) => {
    const { subscriptions } = await api.getSubscriptions({ include_subscribers: true }, { signal })
    return new Map(subscriptions.map(({ stream_id: id, subscribers }) => [id, new Set(subscribers)]))
  })

let isSyncing = false

/** Keeps fetched lists current. Started by the first component that shows one. */
function useSubscriberSync(): void {
  useEffect(() => {
    if (isSyncing) return
    isSyncing = true
    onEvents((events) => {
      for (const event of events) {
        const change = subscriberChange(event, myId())
        for (const id of change?.channelIds ?? [])
          applyToResource<readonly number[]>(subscribersKey(id), (ids) => change?.edit(ids) ?? ids)
      }
    })
  }, [])
}

/** How an event changes the subscribers of channels. Peer events leave out the reader, who gets `add` and `remove`. */
export function subscriberChange(event: QueueEvent, me: number) {
  if (event.type !== 'subscription') return undefined
  const added = (userIds: readonly number[]) => (ids: readonly number[]) => [...new Set([...ids, ...userIds])]
  const removed = (userIds: readonly number[]) => (ids: readonly number[]) =>
    ids.filter((id) => !userIds.includes(id))
  switch (event.op) {
    case 'peer_add':
      return { channelIds: event.stream_ids, edit: added(event.user_ids) }
    case 'peer_remove':
      return { channelIds: event.stream_ids, edit: removed(event.user_ids) }
    case 'add':
      return { channelIds: event.subscriptions.map(({ stream_id: id }) => id), edit: added([me]) }
    case 'remove':
      return { channelIds: event.subscriptions.map(({ stream_id: id }) => id), edit: removed([me]) }
    default:
      return undefined
  }
}
