import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Presence } from './rules.ts'
import { exactAfterMs, type Shown, sweepIntervalMs } from './shown-rules.ts'
import type { ListedPresence } from './store.ts'

const milliseconds = (column: string) =>
  sql`(extract(epoch from ${sql.ref(column)}) * 1000)::double precision`
const columns = sql`p.user_id as "userId", ${milliseconds('last_active')} as "lastActive",
  ${milliseconds('last_connected')} as "lastConnected", s.state, ${milliseconds('valid_until')} as "validUntil"`

/** Presences of these users, with the states that clients show. */
export async function loadShown(db: Db, userIds: readonly number[]): Promise<ListedPresence[]> {
  const { rows } = await prepared(sql<ListedPresence>`
    select ${columns}, p.update_id as "updateId"
    from presence p left join shown_presence s on s.user_id = p.user_id and s.update_id = p.update_id
    where p.user_id = any(${userIds}::bigint[])`).execute(db)
  return rows
}

/** Changes of state after an update, in their order. Takes time in proportion to the changes, not to the users. */
export async function loadShownAfter(db: Db, realmId: number, after: number): Promise<ListedPresence[]> {
  const { rows } = await prepared(sql<ListedPresence>`
    select ${columns}, s.update_id as "updateId"
    from shown_presence s join presence p on p.user_id = s.user_id
    where s.realm_id = ${realmId} and s.update_id > ${after}
    order by s.update_id`).execute(db)
  return rows
}

/** The last update of an organization; 0 if there is none. */
export async function lastUpdate(db: Db, realmId: number): Promise<number> {
  const { rows } = await prepared(sql<{ last: number }>`
    select last_update_id as last from presence_counter where realm_id = ${realmId}`).execute(db)
  return rows[0]?.last ?? 0
}

/** New times of a user in a state that clients already show. */
export interface PresenceTick extends Presence {
  userId: number
  /** The update on which the decision is based. */
  updateId: number
}

export interface PresenceChange extends Presence {
  userId: number
  shown: Shown
}

const date = (ms: number | null) => (ms === null ? null : new Date(ms))

/** Stores times without an update. Returns the users whose state has not changed meanwhile; those of others are not stored. */
export async function storeTicks(db: Db, ticks: readonly PresenceTick[]): Promise<Set<number>> {
  const { rows } = await prepared(sql<{ user_id: number }>`
    update presence p set
      last_active = greatest(p.last_active, v.last_active),
      last_connected = greatest(p.last_connected, v.last_connected)
    from unnest(${ticks.map((one) => one.userId)}::bigint[], ${ticks.map((one) => date(one.lastActive))}::timestamptz[],
      ${ticks.map((one) => date(one.lastConnected))}::timestamptz[], ${ticks.map((one) => one.updateId)}::bigint[])
      v (user_id, last_active, last_connected, update_id)
    where p.user_id = v.user_id and p.update_id = v.update_id
    returning p.user_id`).execute(db)
  return new Set(rows.map((row) => row.user_id))
}

/** Stores times and states. The counter is locked first, so that updates commit in the order of their numbers. */
export async function storeChanges(
  db: Db,
  realmId: number,
  changes: readonly PresenceChange[],
): Promise<void> {
  await prepared(sql`
    with counter as (
      insert into presence_counter (realm_id, last_update_id) values (${realmId}, ${changes.length})
      on conflict (realm_id) do update set last_update_id = presence_counter.last_update_id + excluded.last_update_id
      returning last_update_id - ${changes.length}::bigint as base
    ), v as materialized (
      select v.*, counter.base + v.n as update_id
      from counter, unnest(${changes.map((one) => one.userId)}::bigint[],
        ${changes.map((one) => date(one.lastActive))}::timestamptz[], ${changes.map((one) => date(one.lastConnected))}::timestamptz[],
        ${changes.map((one) => one.shown.state)}::smallint[], ${changes.map((one) => date(one.shown.validUntil))}::timestamptz[])
        with ordinality v (user_id, last_active, last_connected, state, valid_until, n)
    ), written as (
      insert into presence (user_id, realm_id, last_active, last_connected, update_id)
      select user_id, ${realmId}, last_active, last_connected, update_id from v
      on conflict (user_id) do update set
        last_active = greatest(presence.last_active, excluded.last_active),
        last_connected = greatest(presence.last_connected, excluded.last_connected),
        update_id = excluded.update_id
    )
    insert into shown_presence (user_id, realm_id, update_id, state, valid_until)
    select user_id, ${realmId}, update_id, state, valid_until from v
    on conflict (user_id) do update set
      update_id = excluded.update_id, state = excluded.state, valid_until = excluded.valid_until`).execute(db)
}

/**
 * Takes the turn to look for absent users, if nobody did for one interval. Returns when the next one is due.
 */
export async function claimSweep(
  db: Db,
  realmId: number,
  now: number,
): Promise<{ isClaimed: boolean; dueAt: number }> {
  const [before, ahead] = [new Date(now - sweepIntervalMs), new Date(now + sweepIntervalMs)]
  const { rows } = await prepared(sql<{ claimed: boolean; swept_at: number | null }>`
    with claimed as (
      update presence_counter set swept_at = ${new Date(now)}
      where realm_id = ${realmId} and (swept_at is null or swept_at <= ${before} or swept_at > ${ahead})
      returning realm_id
    )
    select exists (select from claimed) as claimed, ${milliseconds('swept_at')} as swept_at
    from presence_counter where realm_id = ${realmId}`).execute(db)
  const isClaimed = rows[0]?.claimed ?? false
  return { isClaimed, dueAt: (isClaimed ? now : (rows[0]?.swept_at ?? now)) + sweepIntervalMs }
}

/**
 * Gives clients the exact times of users who no longer report, and of the first so many who are no longer active. Reports that arrive meanwhile win:
 * their rows are left as they are. Returns the number of absent users.
 */
export async function sweep(
  db: Db,
  realmId: number,
  now: number,
  limits: { absent: number; idle: number },
): Promise<number> {
  const before = new Date(now - exactAfterMs)
  const { rows } = await prepared(sql<{ absent: number }>`
    with absent as (
      select s.user_id, 0::smallint as state, p.update_id, p.last_connected, p.last_active
      from shown_presence s join presence p on p.user_id = s.user_id and p.update_id = s.update_id
      where s.realm_id = ${realmId} and s.state > 0 and p.last_connected <= ${before}
      limit ${limits.absent}
    ), idle as (
      select s.user_id, 1::smallint, p.update_id, p.last_connected, p.last_active
      from shown_presence s join presence p on p.user_id = s.user_id and p.update_id = s.update_id
      where s.realm_id = ${realmId} and s.state = 2 and p.last_connected > ${before} and p.last_active <= ${before}
      order by p.last_active limit ${limits.idle}
    ), found as materialized (
      select *, row_number() over () as n from (select * from absent union all select * from idle) rows
    ), counter as (
      update presence_counter set last_update_id = last_update_id + (select count(*) from found)
      where realm_id = ${realmId} and exists (select from found)
      returning last_update_id - (select count(*) from found) as base
    ), exact as (
      update presence p set update_id = counter.base + found.n from found, counter
      where p.user_id = found.user_id and p.update_id = found.update_id and p.last_connected = found.last_connected
        and p.last_active is not distinct from found.last_active
      returning p.user_id, p.update_id, found.state
    ), shown as (
      update shown_presence s set state = exact.state, update_id = exact.update_id from exact
      where s.user_id = exact.user_id
    )
    select count(*)::int as absent from absent`).execute(db)
  return rows[0]?.absent ?? 0
}
