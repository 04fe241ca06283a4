import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface BotTables {
  bot_service: { bot_id: number; name: string; base_url: string; interface: number; token: string }
  bot_config: { bot_id: number; data: ColumnType<Record<string, string>, string, string> }
  bot_storage: { user_id: number; key: string; value: string; size: GeneratedAlways<number> }
}

/** Of the table `account`. */
export interface BotColumns {
  default_sending_channel_id: number | null
  default_events_channel_id: number | null
  default_all_public_channels: Generated<boolean>
}
