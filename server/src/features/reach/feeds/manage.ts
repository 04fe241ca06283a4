import { apiError, type FeedObject, maxFeedsPerBot, maxFeedsPerOrganization } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { enqueue } from '../../../jobs/store.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { checkedTopic } from '../../conversation/messages/content.ts'
import { findChannel, noSuchChannel } from '../../conversation/messages/parse-to.ts'
import { assertMayPost, mayNameChannel } from '../../conversation/messages/rules.ts'
import { assertUrl, findBot } from '../../identity/bots/rules.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { pollFeeds } from './jobs.ts'
import { countFeeds, deleteFeed, type Feed, feedsOf, insertFeed } from './store.ts'

interface NewFeed {
  url: string
  channelId: number
  topic: string
}

export async function listFeeds(app: App, realm: Realm, caller: User, botId: number): Promise<FeedObject[]> {
  const bot = await realm.decideFresh(() => findBot(realm.directory, caller, botId))
  const feeds = await feedsOf(app.database.db, bot.id)
  return feeds.map(presentFeed)
}

export const presentFeed = (feed: Feed): FeedObject => ({
  id: feed.id,
  url: feed.url,
  stream_id: feed.channel_id,
  topic: feed.topic,
  title: feed.title,
  is_active: feed.is_active,
  failure: feed.failure,
  last_success: feed.succeeded_at === null ? null : toSeconds(feed.succeeded_at.getTime()),
})

/** Adds a feed, and checks it at once in the background. */
export async function addFeed(
  app: App,
  realm: Realm,
  callerId: number,
  botId: number,
  { url, channelId, topic }: NewFeed,
): Promise<number> {
  const { directory } = realm
  const address = checkedAddress(url)
  const name = checkedTopic(topic)
  return await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    const bot = findBot(directory, caller, botId)
    if (!bot.isActive) throw apiError('feed-bot-deactivated')
    assertMayPostTo(directory, caller, bot, channelId)
    const own = await feedsOf(tx.db, bot.id)
    if (own.some((feed) => feed.url === address && feed.channel_id === channelId)) {
      throw apiError('feed-already-added')
    }
    if (own.length >= maxFeedsPerBot) {
      throw apiError('feed-limit-of-bot-exceeded', { max: maxFeedsPerBot })
    }
    if ((await countFeeds(tx.db, realm.id)) >= maxFeedsPerOrganization) {
      throw apiError('feed-limit-of-organization-exceeded', { max: maxFeedsPerOrganization })
    }
    const id = await insertFeed(tx, {
      bot_id: bot.id,
      channel_id: channelId,
      url: address,
      topic: name,
      due_at: new Date(app.clock.now()),
    })
    const after = { bot_id: bot.id, channel_id: channelId, host: new URL(address).host }
    tx.audit({ kind: 'feed.added', target: { type: 'feed', id }, after })
    await enqueue(tx.db, pollFeeds, {}, { key: `poll-feed:${id}` })
    return id
  })
}

export async function removeFeed(
  realm: Realm,
  callerId: number,
  botId: number,
  feedId: number,
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const bot = findBot(realm.directory, callerOf(realm.directory, callerId), botId)
    if (!(await deleteFeed(tx, bot.id, feedId))) {
      throw apiError('feed-not-found')
    }
    tx.audit({ kind: 'feed.removed', target: { type: 'feed', id: feedId }, before: { bot_id: bot.id } })
  })
}

/** The URL in its normal form, so that a feed cannot be added twice in two spellings. */
export function checkedAddress(text: string): string {
  const url = text.trim()
  assertUrl('url', url)
  const { href } = new URL(url)
  // Escaping makes it longer.
  assertUrl('url', href)
  return href
}

/** The bot must be able to post. Callers who cannot see the channel get the same error as for a missing one. */
function assertMayPostTo(directory: Directory, caller: User, bot: User, channelId: number): void {
  const channel = findChannel(directory, channelId)
  if (!mayNameChannel(directory, caller, channel)) throw noSuchChannel(channelId)
  assertMayPost(directory, bot, channel)
}
