import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { lockProgress } from './count-store.ts'

/** Records users as active on the day of their last activity in the app. */
export async function recordPresent(db: Db, since: Date): Promise<void> {
  await sql`
    with added as (
      insert into active_user_day (realm_id, day, user_id)
      select p.realm_id, (p.last_active at time zone 'UTC')::date, p.user_id
      from presence p join account a on a.id = p.user_id
      where p.last_active >= ${since} and a.bot_type is null and not a.is_system_bot
      on conflict do nothing
      returning realm_id, day
    )
    insert into daily_statistics (realm_id, day)
    select distinct realm_id, day from added
    on conflict (realm_id, day) do update set is_stale = true`.execute(db)
}

/** Begins the day of every organization. Those of unfinished imports begin when they are finished. */
export async function beginDay(db: Db, today: Date): Promise<void> {
  await sql`
    insert into daily_statistics (realm_id, day)
    select id, (${today}::timestamptz at time zone 'UTC')::date from realm
    where not deactivated
    on conflict do nothing`.execute(db)
}

export async function realmsWithStaleDays(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('daily_statistics')
    .select('realm_id')
    .distinct()
    .where('is_stale', '=', true)
    .execute()
  return rows.map((row) => row.realm_id)
}

/** Days that one transaction computes, so that deletions of messages wait for it only briefly. */
const batchDays = 60

/**
 * Computes the active users of an organization, from the first stale day on, including days without a row. The day after is stale
 * then, until today is reached: false. A user enters a period of 7 or 30 days with an active day, and leaves it after that time or
 * with the next active day, which begins a new one. So one pass over the active days is enough.
 */
export async function refreshActivity(db: Db, realmId: number, today: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await lockProgress(tx)
    const { rows } = await sql<{ first: string | null; last: string; isToday: boolean }>`
      select first::text, least(first + ${batchDays - 1}::integer, today)::text as last,
        first + ${batchDays - 1}::integer >= today as "isToday"
      from (select (${today}::timestamptz at time zone 'UTC')::date as today) as now
      cross join lateral (
        select least(
          (select min(day) from daily_statistics where realm_id = ${realmId} and is_stale),
          (select max(day) + 1 from daily_statistics where realm_id = ${realmId} and not is_stale and day < today)
        ) as first
      ) as stale`.execute(tx)
    const [{ first, last, isToday } = { first: null, last: '', isToday: true }] = rows
    if (first === null) return false
    await sql`
      with period as (
        select day::date as day from generate_series(${first}::date, ${last}::date, interval '1 day') as day
      ), active as (
        select day, lead(day) over (partition by user_id order by day) as next
        from active_user_day
        where realm_id = ${realmId} and day between ${first}::date - 29 and ${last}::date
      ), change (day, one, seven, thirty) as (
        select day, 1, 1, 1 from active
        union all select day + 1, -1, 0, 0 from active
        union all select least(next, day + 7), 0, -1, 0 from active
        union all select least(next, day + 30), 0, 0, -1 from active
        union all select day, 0, 0, 0 from period
      ), total as (
        select day, sum(sum(one)) over (order by day) as one, sum(sum(seven)) over (order by day) as seven,
          sum(sum(thirty)) over (order by day) as thirty
        from change group by day
      )
      insert into daily_statistics
        (realm_id, day, active_users, active_users_7_days, active_users_30_days, is_stale)
      select ${realmId}, day, one, seven, thirty, false from total join period using (day)
      on conflict (realm_id, day) do update set
        active_users = excluded.active_users,
        active_users_7_days = excluded.active_users_7_days,
        active_users_30_days = excluded.active_users_30_days,
        is_stale = false`.execute(tx)
    if (isToday) await fillStorage(tx, realmId, today)
    else
      await sql`
        insert into daily_statistics (realm_id, day) values (${realmId}, ${last}::date + 1)
        on conflict (realm_id, day) do update set is_stale = true`.execute(tx)
    return !isToday
  })
}

/** Fills in the storage of past days on which the server did not run, by the dates of the files that exist. */
async function fillStorage(db: Db, realmId: number, today: Date): Promise<void> {
  const gap = await db
    .selectFrom('daily_statistics')
    .select('day')
    .where('realm_id', '=', realmId)
    .where('storage_bytes', 'is', null)
    .where('day', '<', sql<Date>`(${today}::timestamptz at time zone 'UTC')::date`)
    .limit(1)
    .executeTakeFirst()
  if (gap === undefined) return
  await sql`
    with stored as materialized (
      select (created_at at time zone 'UTC')::date as day, sum(size) as bytes
      from attachment where realm_id = ${realmId} group by 1
    )
    update daily_statistics d
    set storage_bytes = coalesce((select sum(bytes) from stored where stored.day <= d.day), 0)
    where realm_id = ${realmId} and storage_bytes is null
      and day < (${today}::timestamptz at time zone 'UTC')::date`.execute(db)
}

/** Stores how much space the files of each organization take today. */
export async function recordStorage(db: Db, today: Date): Promise<void> {
  await sql`
    update daily_statistics d set storage_bytes = used.bytes
    from (
      select r.id, coalesce(s.bytes, 0) as bytes from realm r left join upload_space s on s.realm_id = r.id
    ) as used
    where d.realm_id = used.id and d.day = (${today}::timestamptz at time zone 'UTC')::date
      and d.storage_bytes is distinct from used.bytes`.execute(db)
}

/** Deletes statistics of days that are no longer shown. */
export async function deleteDaysBefore(db: Db, oldest: Date): Promise<void> {
  const before = sql<Date>`(${oldest}::timestamptz at time zone 'UTC')::date`
  await db.deleteFrom('daily_statistics').where('day', '<', before).execute()
  await db.deleteFrom('daily_channel_messages').where('day', '<', before).execute()
  await db.deleteFrom('active_user_day').where('day', '<', before).execute()
}
