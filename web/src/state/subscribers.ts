import { useMemo } from 'react'
import { subscribersKey } from './actions/manage-channels.ts'
import { api } from './api.ts'
import { useChannel } from './channels.ts'
import { useResource } from './resource.ts'

/** Who is subscribed to a channel; undefined until that is known. Of an archived one, the server does not say it. */
export function useSubscriberSet(channelId: number | undefined): ReadonlySet<number> | undefined {
  const id = useChannel(channelId ?? 0)?.is_archived === false ? channelId : undefined
  const { value } = useResource(id === undefined ? 'no-subscribers' : subscribersKey(id), async (signal) =>
    id === undefined ? undefined : (await api.getSubscribers({ stream_id: id }, { signal })).subscribers,
  )
  return useMemo(() => (value === undefined ? undefined : new Set(value)), [value])
}
