import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export async function setRecentlyActive(
  tx: Tx,
  channelIds: readonly number[],
  value: boolean,
): Promise<void> {
  await tx.db
    .updateTable('channel')
    .set({ is_recently_active: value })
    .where('id', 'in', [...channelIds])
    .execute()
}

/**
 * Channels marked active without a message since then (or, without any message, created before then). Reads
 * the newest message of each through the index `message_recipient`.
 */
export async function inactiveChannels(
  db: Db,
  since: Date,
  realmId?: number,
): Promise<{ id: number; realmId: number }[]> {
  const { rows } = await sql<{ id: number; realmId: number }>`
    select c.id, c.realm_id as "realmId" from channel c join recipient r on r.channel_id = c.id
    left join lateral (
      select sent_at from message where recipient_id = r.id order by id desc limit 1
    ) as newest on true
    where c.is_recently_active and coalesce(newest.sent_at, c.created_at) < ${since}
      and (${realmId ?? null}::bigint is null or c.realm_id = ${realmId ?? null}::bigint)
    order by c.id`.execute(db)
  return rows
}
