import { api } from '../session/api.ts'
import { useResource } from '../session/resource.ts'

/** The subscribers of each of the reader's channels, fetched when a profile lists shared channels. */
export const useSharedChannels = () =>
  useResource('shared-channels', async (signal) => {
    const { subscriptions } = await api.getSubscriptions({ include_subscribers: true }, { signal })
    return new Map(subscriptions.map(({ stream_id: id, subscribers }) => [id, new Set(subscribers)]))
  })
