import { api } from '../session/api.ts'
import { useResource } from '../session/resource.ts'

/** The reader's channels with who is in each: asked for where somebody's channels are looked at. */
export const useSharedChannels = () =>
  useResource('shared-channels', async (signal) => {
    const { subscriptions } = await api.getSubscriptions({ include_subscribers: true }, { signal })
    return new Map(subscriptions.map(({ stream_id: id, subscribers }) => [id, new Set(subscribers)]))
  })
