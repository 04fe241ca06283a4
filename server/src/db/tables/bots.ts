import type { WebhookTrigger } from '@loquat/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface BotTables {
  bot_service: {
    bot_id: number
    name: string
    base_url: string
    interface: number
    /** Plaintext from before tokens were sealed. Only `sealing/` uses it. */
    token: string | null
    token_sealed: string | null
    /** What went wrong since it last worked, as far as the owner was told. */
    told_failures: Generated<string[]>
  }
  webhook_call: WebhookCallTable
  /** Sealed JSON. */
  bot_config: { bot_id: number; data: ColumnType<unknown, string, string> }
  bot_storage: { user_id: number; key: string; value: string; size: GeneratedAlways<number> }
}

/** A bot that is to be called because of a message. The row is there until the answer is posted, or the failure told. */
export interface WebhookCallTable {
  id: Generated<number>
  realm_id: number
  bot_id: number
  message_id: number
  trigger: WebhookTrigger
  /** How many times nobody answered. */
  attempts: Generated<number>
  /** When it is to be called. Whoever does it puts this off for a while, so that another process does it if this one dies. */
  due_at: Date
}

/** Of the table `account`. */
export interface BotColumns {
  default_sending_channel_id: number | null
  default_events_channel_id: number | null
  default_all_public_channels: Generated<boolean>
}
