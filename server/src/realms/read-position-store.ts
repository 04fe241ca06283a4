import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { Epoch } from '../db/session.ts'

/** How much of an organization's history a snapshot contains. */
export interface ReadPosition {
  /** The end of the log. */
  log: number
  /** The last presence report: these are writes without an event. */
  presence: number
}

interface PositionRow extends ReadPosition {
  realm_id: number
}

/** Positions of organizations, by ID. */
export async function loadPositions(
  db: Db,
  realmIds: readonly number[],
): Promise<ReadonlyMap<number, ReadPosition>> {
  const { rows } = await prepared(sql<PositionRow>`
    select realm_id, last_seq as log, coalesce(last_update_id, 0) as presence
    from realm_log left join presence_counter using (realm_id)
    where realm_id = any(${realmIds}::bigint[])`).execute(db)
  return byRealm(rows)
}

/** The same on a replica. Nothing for logs that it has not replayed up to this epoch, or if it was promoted: it may be on another history. */
export async function loadReplayed(
  db: Db,
  realmIds: readonly number[],
  epoch: Epoch,
): Promise<ReadonlyMap<number, ReadPosition>> {
  const { rows } = await prepared(sql<PositionRow>`
    select realm_id, last_seq as log, coalesce(last_update_id, 0) as presence
    from realm_log join log_epoch using (realm_id) left join presence_counter using (realm_id)
    where realm_id = any(${realmIds}::bigint[]) and epoch = ${epoch} and pg_is_in_recovery()`).execute(db)
  return byRealm(rows)
}

const byRealm = (rows: readonly PositionRow[]) =>
  new Map(rows.map(({ realm_id, ...position }) => [realm_id, position]))
