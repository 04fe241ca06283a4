import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Place } from './notice-store.ts'

/** Long ago, because the clocks of two machines differ a little. */
const atOnce = new Date(0)

export type Happened = 'news' | 'reads'

/**
 * Orders that every browser of these people is told of these conversations. What waits already goes when it would have gone: a
 * push service that fails is not asked more often because much is said. Returns whether there is anybody to tell.
 */
export async function addDue(tx: Tx, places: readonly Place[], happened: Happened): Promise<boolean> {
  if (places.length === 0) return false
  const { numAffectedRows } = await sql`
    insert into push_due as known (subscription_id, tag, news, reads, due_at)
    select s.id, p.tag, ${happened === 'news'}, ${happened === 'reads'}, ${atOnce}
    from (select distinct user_id, tag from unnest(${places.map((one) => one.userId)}::bigint[],
      ${places.map((one) => one.tag)}::text[]) as p (user_id, tag)) as p
    join push_subscription s on s.realm_id = ${tx.realmId} and s.user_id = p.user_id
    order by s.id, p.tag
    on conflict (subscription_id, tag) do update
      set news = known.news or excluded.news, reads = known.reads or excluded.reads`.execute(tx.db)
  return (numAffectedRows ?? 0n) > 0n
}

/** A browser and a conversation that it is to be told of. */
export interface Due {
  subscriptionId: number
  tag: string
  news: boolean
  reads: boolean
  attempts: number
  realmId: number
  userId: number
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Takes what is due, and puts it off: nobody else takes it until then. What happens meanwhile is noted in the row, so that it is
 * told next.
 */
export async function takeDue(db: Db, now: Date, until: Date, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select subscription_id, tag, news, reads from push_due where due_at <= ${now}
      order by due_at limit ${limit} for update skip locked
    )
    update push_due taken set due_at = ${until}, news = false, reads = false
    from due join push_subscription s on s.id = due.subscription_id
    where taken.subscription_id = due.subscription_id and taken.tag = due.tag
    returning due.subscription_id as "subscriptionId", due.tag, due.news, due.reads, taken.attempts,
      s.realm_id as "realmId", s.user_id as "userId", s.endpoint, s.p256dh, s.auth`.execute(db)
  return rows
}

/** It was told. False if something has happened since, which is due now. */
export async function endDue(db: Db, { subscriptionId, tag }: Due): Promise<boolean> {
  const { numAffectedRows: over } = await sql`
    delete from push_due
    where subscription_id = ${subscriptionId} and tag = ${tag} and not news and not reads`.execute(db)
  if (over === 1n) return true
  const { numAffectedRows: left } = await sql`
    update push_due set due_at = ${atOnce}, attempts = 0
    where subscription_id = ${subscriptionId} and tag = ${tag}`.execute(db)
  return left !== 1n
}

/** It could not be told, and is tried again. */
export async function putOff(db: Db, { subscriptionId, tag, news, reads }: Due, attempts: number, at: Date) {
  await sql`
    update push_due set due_at = ${at}, attempts = ${attempts}, news = news or ${news}, reads = reads or ${reads}
    where subscription_id = ${subscriptionId} and tag = ${tag}`.execute(db)
}
