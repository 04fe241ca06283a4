import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json, text } from '../param.ts'
import { botReasons } from '../reasons/identity.ts'

/** Maximum number of feeds per bot and per organization. */
export const maxFeedsPerBot = 50
export const maxFeedsPerOrganization = 1_000
/** Feeds of a channel itself, without those of bots. */
export const maxFeedsPerChannel = 50

/**
 * Reasons why the last check of a feed failed: the server may not connect to the address, the feed did not answer in
 * time or at all, its response could not be read, had a status other than 200, or is not a feed, or the bot could not
 * post to the channel.
 */
export const feedFailures = [
  'forbidden',
  'timeout',
  'connection',
  'garbage',
  'status',
  'no_feed',
  'not_posted',
] as const

export const feedObject = z.strictObject({
  id: z.int(),
  url: z.string(),
  stream_id: z.int(),
  /** Empty if messages go to a topic named after the feed. */
  topic: z.string(),
  /** The feed's own title. Empty before the first successful check. */
  title: z.string(),
  /** False if the server stopped checking the feed after repeated failures. */
  is_active: z.boolean(),
  failure: z.enum(feedFailures).nullable(),
  /** Time of the last successful check, in seconds since 1970. */
  last_success: z.int().nullable(),
})
export type FeedObject = z.output<typeof feedObject>

/** A feed of a channel, with the bot that posts it. */
export const channelFeedObject = feedObject.extend({ bot_id: z.int() })
export type ChannelFeedObject = z.output<typeof channelFeedObject>

const auth = 'user'
const gate = 'member'

export const getFeeds = endpoint({
  route: 'GET /bots/{bot_id}/feeds',
  summary: "Get a bot's feeds",
  notes:
    'Use this to list the RSS and Atom feeds of a bot, with the state of the last check. Requires the owner of the ' +
    'bot or an administrator.',
  auth,
  gate,
  path: { bot_id: 'int' },
  params: {},
  example: { bot_id: sample.bot },
  reply: { feeds: z.array(feedObject) },
  reasons: [...botReasons],
})

export const addFeed = endpoint({
  route: 'POST /bots/{bot_id}/feeds',
  summary: 'Add a feed',
  notes:
    'Use this to post new entries of an RSS or Atom feed to a channel. Requires the owner of the bot or an ' +
    'administrator. The server checks the feed every 15 minutes. Entries in the feed at the first check are not ' +
    'posted. Failing feeds are checked less often, and after a week no longer (`is_active`); the owner of the bot ' +
    'gets a message then.',
  auth,
  gate,
  path: { bot_id: 'int' },
  params: {
    url: text(),
    stream_id: json(z.int()),
    topic: text(shortText.default('')),
  },
  example: {
    bot_id: sample.bot,
    url: 'https://example.com/feed.xml',
    stream_id: sample.channel,
    topic: 'news',
  },
  reply: { feed_id: z.int() },
  reasons: [
    ...botReasons,
    'channel-id-unknown',
    'channel-name-unknown',
    'channel-posting-denied',
    'topic-name-invalid',
    'url-invalid',
    'feed-bot-deactivated',
    'feed-already-added',
    'feed-limit-of-bot-exceeded',
    'feed-limit-of-organization-exceeded',
  ],
})

export const removeFeed = endpoint({
  route: 'DELETE /bots/{bot_id}/feeds/{feed_id}',
  summary: 'Remove a feed',
  notes: 'Use this to stop posting entries of a feed. Requires the owner of the bot or an administrator.',
  auth,
  gate,
  path: { bot_id: 'int', feed_id: 'int' },
  params: {},
  example: { bot_id: sample.bot, feed_id: sample.feed },
  reply: {},
  reasons: [...botReasons, 'feed-not-found'],
})

const channelReasons = ['channel-not-found', 'channel-administration-denied'] as const

export const getChannelFeeds = endpoint({
  route: 'GET /streams/{stream_id}/feeds',
  summary: "Get a channel's feeds",
  notes:
    'Use this to list all RSS and Atom feeds that are posted to a channel, also those of bots. Requires an ' +
    'administrator of the channel.',
  auth,
  gate,
  path: { stream_id: 'int' },
  params: {},
  example: { stream_id: sample.channel },
  reply: { feeds: z.array(channelFeedObject) },
  reasons: [...channelReasons],
})

export const addChannelFeed = endpoint({
  route: 'POST /streams/{stream_id}/feeds',
  summary: 'Add a feed to a channel',
  notes:
    'Use this to post new entries of an RSS or Atom feed to a channel without a bot of your own: the Notification Bot ' +
    'posts them. Requires an administrator of the channel. Checks and failures are as for feeds of bots; you get a ' +
    'message if the feed is stopped.',
  auth,
  gate,
  path: { stream_id: 'int' },
  params: { url: text(), topic: text(shortText.default('')) },
  example: { stream_id: sample.channel, url: 'https://example.com/feed.xml', topic: 'news' },
  reply: { feed_id: z.int() },
  reasons: [
    ...channelReasons,
    'topic-name-invalid',
    'url-invalid',
    'channel-feed-already-added',
    'feed-limit-of-channel-exceeded',
    'feed-limit-of-organization-exceeded',
  ],
})

export const removeChannelFeed = endpoint({
  route: 'DELETE /streams/{stream_id}/feeds/{feed_id}',
  summary: 'Remove a feed from a channel',
  notes:
    'Use this to stop posting entries of a feed to a channel, also one of a bot. Requires an administrator of the channel.',
  auth,
  gate,
  path: { stream_id: 'int', feed_id: 'int' },
  params: {},
  example: { stream_id: sample.channel, feed_id: sample.channelFeed },
  reply: {},
  reasons: [...channelReasons, 'feed-not-found'],
})
