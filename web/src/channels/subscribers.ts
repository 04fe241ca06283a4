import { useMemo } from 'react'
import { api } from '../session/api.ts'
import { useResource } from '../session/resource.ts'
import { untilLive } from '../session/session.ts'
import { channelById, useChannel } from './channels.ts'
import { subscribersKey } from './manage-channels.ts'

/** Subscribers of a channel; undefined until loaded, and for archived channels, which the server does not list. */
export function useSubscriberSet(channelId: number | undefined): ReadonlySet<number> | undefined {
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
