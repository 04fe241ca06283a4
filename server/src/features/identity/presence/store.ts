import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Presence } from './rules.ts'
import type { ShownState } from './shown-rules.ts'

export interface StoredPresence extends Presence {
  userId: number
  updateId: number
}

/** A presence and the state that clients got with its last update; null if they got the exact times. */
export interface ListedPresence extends StoredPresence {
  state: ShownState | null
  validUntil: number | null
}

export interface PresenceQuery {
  /** Only presences written after this update. */
  after?: number | undefined
  /** Only users connected since then. */
  since?: Date | undefined
  userId?: number | undefined
}

const milliseconds = (column: 'last_active' | 'last_connected' | 'valid_until') =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::double precision`

function presencesQuery(db: Db, realmId: number, { after, since, userId }: PresenceQuery) {
  return db
    .selectFrom('presence')
    .select(['presence.user_id as userId', 'presence.update_id as updateId'])
    .select(milliseconds('last_active').$castTo<number | null>().as('lastActive'))
    .select(milliseconds('last_connected').as('lastConnected'))
    .where('presence.realm_id', '=', realmId)
    .$if(after !== undefined, (query) => query.where('presence.update_id', '>', after ?? 0))
    .$if(since !== undefined, (query) => query.where('last_connected', '>=', since ?? new Date(0)))
    .$if(userId !== undefined, (query) => query.where('presence.user_id', '=', userId ?? 0))
}

export const loadPresences = async (
  db: Db,
  realmId: number,
  query: PresenceQuery,
): Promise<StoredPresence[]> => await presencesQuery(db, realmId, query).execute()

/** Presences with the states that clients show. Older servers write presences without them. */
export const listedPresencesQuery = (db: Db, realmId: number, query: PresenceQuery) =>
  presencesQuery(db, realmId, query)
    .leftJoin('shown_presence', (join) =>
      join
        .onRef('shown_presence.user_id', '=', 'presence.user_id')
        .onRef('shown_presence.update_id', '=', 'presence.update_id'),
    )
    .select(sql<ShownState | null>`shown_presence.state`.as('state'))
    .select(milliseconds('valid_until').$castTo<number | null>().as('validUntil'))

export const listPresenceRows = async (
  db: Db,
  realmId: number,
  query: PresenceQuery,
): Promise<ListedPresence[]> => await listedPresencesQuery(db, realmId, query).execute()

/**
 * Takes the organization's next update number. Clients get the exact times. Callers that publish in the same transaction must publish first.
 */
export async function storePresence(tx: Tx, userId: number, presence: Presence): Promise<void> {
  const lastActive = presence.lastActive === null ? null : new Date(presence.lastActive)
  await sql`
    with next as (
      insert into presence_counter (realm_id, last_update_id) values (${tx.realmId}, 1)
      on conflict (realm_id) do update set last_update_id = presence_counter.last_update_id + 1
      returning last_update_id
    ), shown as (
      update shown_presence set state = 0, update_id = next.last_update_id from next where user_id = ${userId}
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

/** Subscribers of a channel who were active since a time. */
export async function activeAmongSubscribers(
  db: Db,
  realmId: number,
  channelId: number,
  since: Date,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select p.user_id from presence p
    join subscription s on s.user_id = p.user_id and s.channel_id = ${channelId} and s.active
    where p.realm_id = ${realmId} and p.last_active >= ${since}`.execute(db)
  return rows.map((row) => row.user_id)
}
