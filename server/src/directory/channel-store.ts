import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { DefaultChannelGroup } from './directory.ts'

/** Default channels, default channel groups and traffic. */

export async function loadDefaultChannels(db: Db, realmId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('default_channel')
    .select('channel_id')
    .where('realm_id', '=', realmId)
    .execute()
  return new Set(rows.map((row) => row.channel_id))
}

export async function loadDefaultGroups(db: Db, realmId: number): Promise<DefaultChannelGroup[]> {
  const rows = await db
    .selectFrom('default_channel_group')
    .select([
      'id',
      'name',
      'description',
      sql<number[]>`array(select channel_id from default_channel_group_channel where group_id = id)`.as(
        'channels',
      ),
    ])
    .where('realm_id', '=', realmId)
    .execute()
  return rows.map((row) => ({ ...row, channels: new Set(row.channels) }))
}

export async function loadTraffic(db: Db, realmId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('channel_traffic')
    .innerJoin('channel', 'channel.id', 'channel_traffic.channel_id')
    .select(['channel_id', sql<number>`sum(messages)::bigint`.as('messages')])
    .where('realm_id', '=', realmId)
    .groupBy('channel_id')
    .execute()
  return new Map(rows.map((row) => [row.channel_id, row.messages]))
}
