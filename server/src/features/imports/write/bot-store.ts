import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export async function insertBotService(
  db: Db,
  service: { bot_id: number; name: string; base_url: string; interface: number; token_sealed: string },
): Promise<void> {
  await db.insertInto('bot_service').values(service).execute()
}

export async function setBotDefaults(
  db: Db,
  botId: number,
  defaults: {
    default_sending_channel_id: number | null
    default_events_channel_id: number | null
    default_all_public_channels: boolean
  },
): Promise<void> {
  await db.updateTable('account').set(defaults).where('id', '=', botId).execute()
}

export async function insertBotStorage(
  db: Db,
  botId: number,
  entries: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`
    insert into bot_storage (user_id, key, value)
    select ${botId}, key, value from unnest(${[...entries.keys()]}::text[], ${[...entries.values()]}::text[])
      as entry (key, value)`.execute(db)
}
