import type { Generated } from 'kysely'

export interface StatisticsTables {
  /** Figures of an organization on a UTC day. */
  daily_statistics: {
    realm_id: number
    day: Date
    public_messages: Generated<number>
    private_messages: Generated<number>
    direct_messages: Generated<number>
    bot_messages: Generated<number>
    active_users: Generated<number>
    active_users_7_days: Generated<number>
    active_users_30_days: Generated<number>
    /** Null until the day is filled in. */
    storage_bytes: number | null
    /** Whether the counts of active users must be computed again. */
    is_stale: Generated<boolean>
  }
  daily_channel_messages: { realm_id: number; day: Date; channel_id: number; messages: number }
  /** Days on which a user was active. */
  active_user_day: { realm_id: number; day: Date; user_id: number }
  /** One row. */
  statistics_progress: {
    upto_message_id: number
    /** All messages sent until then are counted. */
    upto_at: Date | null
    mark_message_id: number
    marked_at: Date | null
  }
  statistics_backlog: { realm_id: number; after_message_id: number; upto_message_id: number }
}
