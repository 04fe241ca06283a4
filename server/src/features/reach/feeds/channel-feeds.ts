import {
  apiError,
  type ChannelFeedObject,
  maxFeedsPerChannel,
  maxFeedsPerOrganization,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { notificationBot } from '../../../realms/system.ts'
import { assertAdministers } from '../../administration/channel-changes/property-change.ts'
import { checkedTopic } from '../../conversation/messages/content.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { pollFeeds } from './jobs.ts'
import { checkedAddress, presentFeed } from './manage.ts'
import { countFeeds, deleteFeedOfChannel, feedsOfChannel, insertFeed } from './store.ts'

/** All feeds that are posted to a channel, also those of bots. */
export async function listChannelFeeds(
  app: App,
  realm: Realm,
  caller: User,
  channelId: number,
): Promise<ChannelFeedObject[]> {
  const channel = await realm.decideFresh(() => assertAdministers(realm.directory, caller, channelId))
  const feeds = await feedsOfChannel(app.database.db, channel.id)
  return feeds.map((feed) => ({ ...presentFeed(feed), bot_id: feed.bot_id }))
}

/** Adds a feed that the notification bot posts, and checks it at once in the background. */
export async function addChannelFeed(
  app: App,
  realm: Realm,
  callerId: number,
  channelId: number,
  { url, topic }: { url: string; topic: string },
): Promise<number> {
  const { directory } = realm
  const address = checkedAddress(url)
  const name = checkedTopic(topic)
  return await realm.transactExclusively(async (tx) => {
    const channel = assertAdministers(directory, callerOf(directory, callerId), channelId)
    if (channel.isArchived) throw apiError('channel-not-found')
    const bot = notificationBot(directory)
    const existing = (await feedsOfChannel(tx.db, channel.id)).filter(({ bot_id }) => bot_id === bot.id)
    if (existing.some((feed) => feed.url === address)) throw apiError('channel-feed-already-added')
    if (existing.length >= maxFeedsPerChannel) {
      throw apiError('feed-limit-of-channel-exceeded', { max: maxFeedsPerChannel })
    }
    if ((await countFeeds(tx.db, realm.id)) >= maxFeedsPerOrganization) {
      throw apiError('feed-limit-of-organization-exceeded', { max: maxFeedsPerOrganization })
    }
    const id = await insertFeed(tx, {
      bot_id: bot.id,
      creator_id: callerId,
      channel_id: channel.id,
      url: address,
      topic: name,
      due_at: new Date(app.clock.now()),
    })
    const after = { bot_id: bot.id, channel_id: channel.id, host: new URL(address).host }
    tx.audit({ kind: 'feed.added', target: { type: 'feed', id }, after })
    await enqueue(tx.db, pollFeeds, {}, { key: `poll-feed:${id}` })
    return id
  })
}

/** Removes any feed of the channel, also one of a bot. */
export async function removeChannelFeed(
  realm: Realm,
  callerId: number,
  channelId: number,
  feedId: number,
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const channel = assertAdministers(realm.directory, callerOf(realm.directory, callerId), channelId)
    if (!(await deleteFeedOfChannel(tx, channel.id, feedId))) throw apiError('feed-not-found')
    const before = { channel_id: channel.id }
    tx.audit({ kind: 'feed.removed', target: { type: 'feed', id: feedId }, before })
  })
}
