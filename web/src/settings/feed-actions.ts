import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

const keyFor = (botId: number) => `feeds:${botId}`

/** The feeds that a bot posts from. */
export const useFeeds = (botId: number) =>
  useResource(keyFor(botId), async (signal) => (await api.getFeeds({ bot_id: botId }, { signal })).feeds)

export interface NewFeed {
  url: string
  channelId: number
  /** Empty: named like the feed. */
  topic: string
}

export async function addFeed(botId: number, { url, channelId, topic }: NewFeed) {
  const problem = await attempt(() => api.addFeed({ bot_id: botId, url, stream_id: channelId, topic }))
  invalidate(keyFor(botId))
  return problem
}

export async function removeFeed(botId: number, feedId: number) {
  const problem = await attempt(() => api.removeFeed({ bot_id: botId, feed_id: feedId }))
  invalidate(keyFor(botId))
  return problem
}
