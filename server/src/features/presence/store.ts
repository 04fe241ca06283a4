import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Presence } from './rules.ts'

export interface StoredPresence extends Presence {
  userId: number
  updateId: number
}

export interface Wanted {
  /** Only what was written after this update. */
  after?: number | undefined
  /** Only people who were connected since. */
  since?: Date | undefined
  userId?: number | undefined
}

export async function loadPresences(db: Db, realmId: number, wanted: Wanted): Promise<StoredPresence[]> {
  const { after, since, userId } = wanted
  const rows = await db
    .selectFrom('presence')
    .selectAll()
    .where('realm_id', '=', realmId)
    .$if(after !== undefined, (query) => query.where('update_id', '>', after ?? 0))
    .$if(since !== undefined, (query) => query.where('last_connected', '>=', since ?? new Date(0)))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    lastActive: row.last_active?.getTime() ?? null,
    lastConnected: row.last_connected.getTime(),
    updateId: row.update_id,
  }))
}

/** Takes the next number of the organization. Whoever publishes in the same transaction must do that first. */
export async function storePresence(tx: Tx, userId: number, presence: Presence): Promise<void> {
  const lastActive = presence.lastActive === null ? null : new Date(presence.lastActive)
  await sql`
    with next as (
      insert into presence_counter (realm_id, last_update_id) values (${tx.realmId}, 1)
      on conflict (realm_id) do update set last_update_id = presence_counter.last_update_id + 1
      returning last_update_id
    )
    insert into presence (user_id, realm_id, last_active, last_connected, update_id)
    select ${userId}, ${tx.realmId}, ${lastActive}::timestamptz, ${new Date(presence.lastConnected)}::timestamptz,
      next.last_update_id
    from next
    on conflict (user_id) do update set
      last_active = excluded.last_active,
      last_connected = excluded.last_connected,
      update_id = excluded.update_id`.execute(tx.db)
}
