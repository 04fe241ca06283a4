import { useMemo } from 'react'
import { subscribersKey } from './actions/manage-channels.ts'
import { api } from './api.ts'
import { useResource } from './resource.ts'

/** Who is subscribed to a channel; undefined until that is known. */
export function useSubscriberSet(channelId: number | undefined): ReadonlySet<number> | undefined {
  const { value } = useResource(
    channelId === undefined ? 'no-subscribers' : subscribersKey(channelId),
    async (signal) =>
      channelId === undefined
        ? undefined
        : (await api.getSubscribers({ stream_id: channelId }, { signal })).subscribers,
  )
  return useMemo(() => (value === undefined ? undefined : new Set(value)), [value])
}
