import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Channel } from '../../../directory/directory.ts'

/** Inserts channels and their recipients, in the given order. */
export async function insertImportedChannels(
  db: Db,
  realmId: number,
  channels: readonly Channel[],
): Promise<{ id: number; recipient_id: number }[]> {
  if (channels.length === 0) return []
  const rows = channels.map((channel) => ({
    name: channel.name,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    creator_id: channel.creatorId,
    invite_only: channel.inviteOnly,
    is_web_public: channel.isWebPublic,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    is_archived: channel.isArchived,
    message_retention_days: channel.messageRetentionDays,
    folder_id: channel.folderId,
    permissions: channel.permissions,
    created_at: new Date(channel.createdAt),
  }))
  const columns = sql.raw(`name, description, rendered_description, creator_id, invite_only, is_web_public,
    history_public_to_subscribers, is_archived, message_retention_days, folder_id, permissions, created_at`)
  const { rows: made } = await sql<{ id: number; recipient_id: number }>`
    with made as (
      insert into channel (realm_id, ${columns})
      select ${realmId}::bigint, ${columns}
      from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (
        name text, description text, rendered_description text, creator_id bigint, invite_only boolean,
        is_web_public boolean, history_public_to_subscribers boolean, is_archived boolean,
        message_retention_days integer, folder_id bigint, permissions jsonb, created_at timestamptz))
        with ordinality as new (${columns}, n)
      order by n returning id
    ), recipients as (
      insert into recipient (realm_id, channel_id) select ${realmId}::bigint, id from made order by id
      returning id, channel_id
    )
    select made.id, recipients.id as recipient_id from made join recipients on recipients.channel_id = made.id
    order by made.id`.execute(db)
  return made
}
