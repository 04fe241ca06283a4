import type { GroupSettingValue } from '@loquat/contract'
import { sql } from 'kysely'
import type { Channel } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'

type ChannelColumns = Partial<{
  name: string
  description: string
  rendered_description: string
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers: boolean
  is_archived: boolean
  message_retention_days: number | null
  folder_id: number | null
}>

export async function setColumns(tx: Tx, { id }: Channel, columns: ChannelColumns): Promise<void> {
  await tx.db.updateTable('channel').set(columns).where('id', '=', id).execute()
}

export async function setPermission(
  tx: Tx,
  { id }: Channel,
  permission: string,
  value: GroupSettingValue,
): Promise<void> {
  await sql`
    update channel set permissions = permissions || jsonb_build_object(${permission}::text, ${JSON.stringify(value)}::jsonb)
    where id = ${id}`.execute(tx.db)
}

/** Resets organization settings to their defaults. */
export async function resetSettings(tx: Tx, names: readonly string[]): Promise<void> {
  await sql`update realm set settings = settings - ${names}::text[] where id = ${tx.realmId}`.execute(tx.db)
}

/** The settings of a channel, for the audit log. */
export async function channelState(tx: Tx, id: number) {
  const { permissions, ...columns } = await tx.db
    .selectFrom('channel')
    .select([
      'name',
      'description',
      'invite_only',
      'is_web_public',
      'history_public_to_subscribers',
      'is_archived',
      'message_retention_days',
      'permissions',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...columns, ...permissions }
}
