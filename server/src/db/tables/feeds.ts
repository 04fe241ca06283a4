import type { FeedObject } from '@loquat/contract'
import type { Generated } from 'kysely'

export interface FeedTables {
  feed: FeedTable
}

/** A feed whose new entries a bot posts. */
export interface FeedTable {
  id: Generated<number>
  realm_id: number
  bot_id: number
  /** The user who added a feed of a channel, which the notification bot posts. Null for feeds of other bots. */
  creator_id: Generated<number | null>
  channel_id: number
  url: string
  /** Empty if messages go to a topic named after the feed. */
  topic: string
  title: Generated<string>
  is_active: Generated<boolean>
  /** Next check. A process that checks the feed postpones this, so that another one takes over if it dies. */
  due_at: Date
  /** Headers of the last response, for conditional requests. */
  etag: string | null
  modified: string | null
  /** Hashes of entries that were posted or skipped, the latest first. */
  seen: Generated<string[]>
  failure: FeedObject['failure']
  /** Number of failures since the last success. */
  failures: Generated<number>
  failing_since: Date | null
  succeeded_at: Date | null
}
