import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

const keyFor = (channelId: number) => `channel-feeds:${channelId}`

/** All feeds that are posted to a channel. */
export const useChannelFeeds = (channelId: number) =>
  useResource(
    keyFor(channelId),
    async (signal) => (await api.getChannelFeeds({ stream_id: channelId }, { signal })).feeds,
  )

export async function addChannelFeed(channelId: number, feed: { url: string; topic: string }) {
  const problem = await attempt(() => api.addChannelFeed({ stream_id: channelId, ...feed }))
  invalidate(keyFor(channelId))
  return problem
}

export async function removeChannelFeed(channelId: number, feedId: number) {
  const problem = await attempt(() => api.removeChannelFeed({ stream_id: channelId, feed_id: feedId }))
  invalidate(keyFor(channelId))
  return problem
}
