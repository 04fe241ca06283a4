import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { addRows } from './rows-store.ts'

export interface StagedSubscription {
  user_id: number
  channel_id: number
  recipient_id: number
  active: boolean
  color: string
  is_muted: boolean
  pin_to_top: boolean
  desktop_notifications: boolean | null
  email_notifications: boolean | null
  push_notifications: boolean | null
  audible_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

const subscriptionColumns = {
  user_id: 'bigint',
  channel_id: 'bigint',
  recipient_id: 'bigint',
  active: 'boolean',
  color: 'text',
  is_muted: 'boolean',
  pin_to_top: 'boolean',
  desktop_notifications: 'boolean',
  email_notifications: 'boolean',
  push_notifications: 'boolean',
  audible_notifications: 'boolean',
  wildcard_mentions_notify: 'boolean',
}

export const stageSubscriptions = (db: Db, rows: readonly StagedSubscription[]) =>
  addRows(db, 'import_subscription', subscriptionColumns, rows)

export interface StagedReadState {
  user_id: number
  recipient_id: number
  /** Ranges of positions. Everything was received if this and the periods are null. */
  received: number[][] | null
  /** Periods in microseconds. */
  received_between: number[][] | null
  read: number[][] | null
  /** Microseconds. */
  read_until: number | null
}

const readColumns = {
  user_id: 'bigint',
  recipient_id: 'bigint',
  received: 'jsonb',
  received_between: 'jsonb',
  read: 'jsonb',
  read_until: 'bigint',
}

export const stageReadStates = (db: Db, rows: readonly StagedReadState[]) =>
  addRows(db, 'import_read', readColumns, rows)

/** Above every message ID, as for deactivated accounts in `places/channels/store.ts`. */
const beyondAllMessages = sql.raw('4503599627370496')

/**
 * Message IDs of ranges of positions in one recipient. Where positions ascend with IDs, bounds are mapped; elsewhere each
 * message counts by itself.
 */
const idsOf = (ranges: RawBuilder<unknown>, recipient: RawBuilder<unknown>) => sql`(
  case when exists (select from import_unordered u where u.recipient_id = ${recipient}) then (
    select range_agg(int8range(one.id, one.id, '[]')) from import_sorted one
    where one.recipient_id = ${recipient} and exists (
      select from jsonb_array_elements(${ranges}) as bound (pair)
      where one.position between (pair ->> 0)::double precision and (pair ->> 1)::double precision)
  ) else (
    select range_agg(int8range(lo.id, hi.id, '[]'))
    from jsonb_array_elements(${ranges}) as bound (pair)
    cross join lateral (select (pair ->> 0)::double precision as first, (pair ->> 1)::double precision as last offset 0) as edge
    cross join lateral (
      select id from import_sorted where recipient_id = ${recipient} and position >= edge.first
      order by recipient_id, position, id limit 1) as lo
    cross join lateral (
      select id from import_sorted where recipient_id = ${recipient} and position <= edge.last
      order by recipient_id desc, position desc, id desc limit 1) as hi
    where lo.id <= hi.id
  ) end)`

/** Message IDs of periods in one recipient. IDs ascend with time. */
const idsBetween = (periods: RawBuilder<unknown>, recipient: RawBuilder<unknown>) => sql`(
  select range_agg(int8range(lo.id, hi.id, '[]'))
  from jsonb_array_elements(${periods}) as bound (pair)
  cross join lateral (select (pair ->> 0)::bigint as first, (pair ->> 1)::bigint as last offset 0) as edge
  cross join lateral (
    select id from import_sorted where recipient_id = ${recipient} and at >= edge.first
    order by recipient_id, at, id limit 1) as lo
  cross join lateral (
    select id from import_sorted where recipient_id = ${recipient} and at < edge.last
    order by recipient_id desc, at desc, id desc limit 1) as hi
  where lo.id <= hi.id)`

async function indexTimes(db: Db): Promise<void> {
  const { rows } = await sql`select from import_read where received_between is not null limit 1`.execute(db)
  if (rows.length > 0) await sql`create index on import_sorted (recipient_id, at, id)`.execute(db)
}

/** Stores subscriptions and read state, as they would be if all had been received and read here. */
export async function storeReadStates(db: Db, realmId: number): Promise<void> {
  await sql`
    create temporary table import_unordered as
    select distinct recipient_id from (
      select recipient_id, position < lag(position) over (partition by recipient_id order by id) as is_back
      from import_sorted
    ) as s where is_back`.execute(db)
  // Without any message, received ranges begin with the next one.
  await sql`
    create temporary table import_bounds as
    select coalesce(min(id), nextval('message_id')) as first, coalesce(max(id), currval('message_id')) + 1 as next
    from import_sorted`.execute(db)
  await indexTimes(db)
  await sql`analyze import_subscription`.execute(db)
  await sql`analyze import_read`.execute(db)
  await sql`
    insert into subscription (user_id, channel_id, recipient_id, active, received, color, is_muted, pin_to_top,
      desktop_notifications, email_notifications, push_notifications, audible_notifications, wildcard_mentions_notify)
    select s.user_id, s.channel_id, s.recipient_id, s.active,
      case
        when r.received is not null or r.received_between is not null then
          coalesce(${idsOf(sql`r.received`, sql`s.recipient_id`)}, '{}')
          + coalesce(${idsBetween(sql`r.received_between`, sql`s.recipient_id`)}, '{}')
        when s.active then int8multirange(int8range(b.first, b.next))
        else '{}'
      end
      + case
        when not s.active then '{}'::int8multirange
        when a.is_active then int8multirange(int8range(b.next, null))
        else int8multirange(int8range(${beyondAllMessages}, null))
      end,
      s.color, s.is_muted, s.pin_to_top, s.desktop_notifications, s.email_notifications, s.push_notifications,
      s.audible_notifications, s.wildcard_mentions_notify
    from import_subscription s
    join account a on a.id = s.user_id
    cross join import_bounds b
    left join import_read r on r.user_id = s.user_id and r.recipient_id = s.recipient_id`.execute(db)
  await sql`
    insert into read_state (user_id, recipient_id, read)
    select p.user_id, p.recipient_id,
      case
        when r.read_until is not null then int8multirange(int8range(b.first, greatest(b.first, coalesce((
          select max(m.id) + 1 from import_sorted m where m.recipient_id = p.recipient_id and m.at <= r.read_until), b.first))))
        when r.read is not null then coalesce(${idsOf(sql`r.read`, sql`p.recipient_id`)}, '{}')
        else int8multirange(int8range(b.first, b.next))
      end
    from (
      select user_id, recipient_id from import_subscription
      union
      select m.user_id, m.recipient_id from recipient_member m join recipient c on c.id = m.recipient_id
      where c.realm_id = ${realmId}
    ) as p
    cross join import_bounds b
    left join import_read r on r.user_id = p.user_id and r.recipient_id = p.recipient_id
    where exists (select from import_sorted m where m.recipient_id = p.recipient_id)
    on conflict do nothing`.execute(db)
}
