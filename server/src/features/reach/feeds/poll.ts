import { createHash } from 'node:crypto'
import { type FeedObject, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { code } from '../../administration/integrations/markup.ts'
import { sendDirectNotice } from '../../conversation/messages/notices.ts'
import { sendForCaller } from '../../conversation/messages/send-for-caller.ts'
import { nameOf } from '../../places/channels/bot-text.ts'
import { type FetchResult, fetchFeed } from './fetch.ts'
import { messageFor } from './message.ts'
import type { FeedEntry } from './parse.ts'
import { wordsOf } from './parse.ts'
import { type Feed, updateFeed } from './store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const intervalMs = 15 * minuteMs
const maxDelayMs = dayMs
/** Feeds that fail for this long are no longer checked. */
export const giveUpAfterMs = 7 * dayMs
/** Messages per check. Posts the newest entries and skips the others. */
export const maxPosts = 10
const maxSeen = 1_000
const maxTitle = 200
const clientName = 'Feeds'

/** Checks a feed and posts new entries. */
export async function pollFeed(app: App, feed: Feed, stopping: AbortSignal | undefined): Promise<void> {
  const { db } = app.database
  const at = (delayMs: number) => new Date(app.clock.now() + delayMs)
  const realm = await app.realms.byId(feed.realm_id)
  await realm.follower.advance()
  const bot = realm.directory.users.get(feed.bot_id)
  if (!bot?.isActive || realm.directory.realm.deactivated) {
    return await updateFeed(db, feed.id, { due_at: at(dayMs) })
  }
  let result: FetchResult
  try {
    result = await fetchFeed(feed.url, {
      etag: feed.etag,
      modified: feed.modified,
      allowPrivate: app.config.allowPrivateCallbacks,
      signal: stopping,
    })
  } catch (error) {
    if (!stopping?.aborted) throw error
    return await updateFeed(db, feed.id, { due_at: at(0) })
  }
  if (result.kind === 'failure') return await fail(app, realm, bot, feed, result.failure, result.isGone)
  // The notification bot may post everywhere.
  const isClosed = bot.isSystemBot && realm.directory.channels.get(feed.channel_id)?.isArchived !== false
  if (isClosed) return await fail(app, realm, bot, feed, 'not_posted', false)
  const update = result.kind === 'feed' ? await postNew(app, realm, bot, feed, result) : {}
  if (update === undefined) return await fail(app, realm, bot, feed, 'not_posted', false)
  await updateFeed(db, feed.id, {
    ...update,
    due_at: at(intervalMs),
    failure: null,
    failures: 0,
    failing_since: null,
    succeeded_at: at(0),
  })
}

const hashOf = (entry: FeedEntry) => createHash('sha256').update(entry.id).digest('base64url').slice(0, 22)

/** Posts new entries, the oldest first, and returns the state to store. Undefined if the bot cannot post. */
async function postNew(
  app: App,
  realm: Realm,
  bot: User,
  feed: Feed,
  found: FetchResult & { kind: 'feed' },
): Promise<Pick<Feed, 'title' | 'etag' | 'modified' | 'seen'> | undefined> {
  const seenHashes = new Set(feed.seen)
  const byHash = new Map(found.feed.entries.map((entry) => [hashOf(entry), entry]))
  const title = (await wordsOf(found.feed.title)).slice(0, maxTitle).toWellFormed()
  const topic = feed.topic || title || found.url.host
  const isFirst = feed.succeeded_at === null
  const fresh = isFirst ? [] : [...byHash].filter(([hash]) => !seenHashes.has(hash))
  const seen = [...feed.seen]
  for (const [hash, entry] of newest(fresh).reverse()) {
    const message = await messageFor(entry, topic, found.url)
    if (message === undefined) continue
    try {
      const to = feed.channel_id
      await sendForCaller(app, realm, bot, { type: 'channel', to, ...message, clientName })
    } catch (error) {
      if (error instanceof WireError) return undefined
      throw error
    }
    // Stored immediately, so that a crash repeats at most the last entry.
    seen.unshift(hash)
    await updateFeed(app.database.db, feed.id, { seen: seen.slice(0, maxSeen) })
  }
  return {
    title,
    etag: found.etag,
    modified: found.modified,
    seen: [...new Set([...byHash.keys(), ...seen])].slice(0, maxSeen),
  }
}

/** Orders by date if all entries have one; otherwise assumes the newest come first. */
function newest(entries: readonly [string, FeedEntry][]): [string, FeedEntry][] {
  const areDated = entries.every(([, { date }]) => date !== undefined)
  const sorted = areDated ? entries.toSorted(([, a], [, b]) => (b.date ?? 0) - (a.date ?? 0)) : entries
  return sorted.slice(0, maxPosts)
}

/** Retries later with exponential backoff. Gives up after a week, or if the feed is permanently gone. */
async function fail(
  app: App,
  realm: Realm,
  bot: User,
  feed: Feed,
  failure: NonNullable<FeedObject['failure']>,
  isGone: boolean,
): Promise<void> {
  const now = app.clock.now()
  const since = feed.failing_since ?? new Date(now)
  const isOver = isGone || now - since.getTime() >= giveUpAfterMs
  // Limits the exponent, because the delay is limited.
  const delayMs = Math.min(intervalMs * 2 ** Math.min(feed.failures, 10), maxDelayMs)
  await updateFeed(app.database.db, feed.id, {
    failure,
    failures: feed.failures + 1,
    failing_since: since,
    is_active: !isOver,
    due_at: new Date(now + delayMs),
  })
  const owner = realm.directory.users.get(feed.creator_id ?? bot.botOwnerId ?? 0)
  if (!isOver || !owner?.isActive) return
  const channel = realm.directory.channels.get(feed.channel_id)?.name ?? ''
  await sendDirectNotice(app, realm, owner, (text) =>
    bot.isSystemBot
      ? text('channel.feedStopped', { channel: `#**${channel}**`, url: code(feed.url) })
      : text('bot.feedStopped', { bot: nameOf(bot), url: code(feed.url) }),
  )
}
