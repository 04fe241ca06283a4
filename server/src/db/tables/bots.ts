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
    /** Failures since the last success that the owner has been notified about. */
    told_failures: Generated<string[]>
  }
  webhook_call: WebhookCallTable
  /** A call that failed for good. */
  failed_webhook_call: {
    id: GeneratedAlways<number>
    realm_id: number
    bot_id: number
    message_id: number
    trigger: WebhookTrigger
    /** Short code of the failure. */
    reason: string
    failed_at: Date
  }
  /** Sealed JSON. */
  bot_config: { bot_id: number; data: ColumnType<unknown, string, string> }
  bot_storage: { user_id: number; key: string; value: string; size: GeneratedAlways<number> }
}

/** A pending call of a webhook bot. The row is deleted once the response is posted or the failure is reported. */
export interface WebhookCallTable {
  id: Generated<number>
  realm_id: number
  bot_id: number
  /** Null for a call about an interaction. */
  message_id: number | null
  interaction_id: number | null
  trigger: WebhookTrigger | 'interaction'
  /** Number of attempts without a response. */
  attempts: Generated<number>
  /** Next attempt. A process that makes the call postpones this, so that another one takes over if it dies. */
  due_at: Date
}

/** Columns of the table `account`. */
export interface BotColumns {
  default_sending_channel_id: number | null
  default_events_channel_id: number | null
  default_all_public_channels: Generated<boolean>
}
