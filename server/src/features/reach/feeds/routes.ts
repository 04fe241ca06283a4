import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { addChannelFeed, listChannelFeeds, removeChannelFeed } from './channel-feeds.ts'
import { addFeed, listFeeds, removeFeed } from './manage.ts'

export const feedRoutes = implement(areas.feeds, {
  getFeeds: async ({ app, realm, user, path }) => ({ feeds: await listFeeds(app, realm, user, path.bot_id) }),
  addFeed: async ({ app, realm, user, path, params }) => ({
    feed_id: await addFeed(app, realm, user.id, path.bot_id, {
      url: params.url,
      channelId: params.stream_id,
      topic: params.topic,
    }),
  }),
  removeFeed: async ({ realm, user, path }) => {
    await removeFeed(realm, user.id, path.bot_id, path.feed_id)
    return {}
  },

  getChannelFeeds: async ({ app, realm, user, path }) => ({
    feeds: await listChannelFeeds(app, realm, user, path.stream_id),
  }),
  addChannelFeed: async ({ app, realm, user, path, params }) => ({
    feed_id: await addChannelFeed(app, realm, user.id, path.stream_id, params),
  }),
  removeChannelFeed: async ({ realm, user, path }) => {
    await removeChannelFeed(realm, user.id, path.stream_id, path.feed_id)
    return {}
  },
})
