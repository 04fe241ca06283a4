import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { UserConversation } from './notice-store.ts'

/** Due immediately, even with clock skew between machines. */
const immediately = new Date(0)

export type PushReason = 'news' | 'reads'

/**
 * Enqueues pushes of these conversations to every browser of their users. A pending push keeps its time, so
 * that a failing push service is not called more often. Returns whether there is any browser.
 */
export async function addDue(
  tx: Tx,
  conversations: readonly UserConversation[],
  reason: PushReason,
): Promise<boolean> {
  if (conversations.length === 0) return false
  const { numAffectedRows } = await sql`
    insert into push_due as known (subscription_id, tag, news, reads, due_at)
    select s.id, p.tag, ${reason === 'news'}, ${reason === 'reads'}, ${immediately}
    from (select distinct user_id, tag from unnest(${conversations.map((one) => one.userId)}::bigint[],
      ${conversations.map((one) => one.tag)}::text[]) as p (user_id, tag)) as p
    join push_subscription s on s.realm_id = ${tx.realmId} and s.user_id = p.user_id
    order by s.id, p.tag
    on conflict (subscription_id, tag) do update
      set news = known.news or excluded.news, reads = known.reads or excluded.reads`.execute(tx.db)
  return (numAffectedRows ?? 0n) > 0n
}

/** A pending push: a browser and a conversation. */
export interface DuePush {
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

/** Leases due pushes until a time. Later changes set flags in the row, so that another push follows. */
export async function takeDue(db: Db, now: Date, until: Date, limit: number): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
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

/**
 * Deletes a delivered push. False if the conversation changed in the meantime, in which case it is due again.
 */
export async function endDue(db: Db, { subscriptionId, tag }: DuePush): Promise<boolean> {
  const { numAffectedRows: over } = await sql`
    delete from push_due
    where subscription_id = ${subscriptionId} and tag = ${tag} and not news and not reads`.execute(db)
  if (over === 1n) return true
  const { numAffectedRows: left } = await sql`
    update push_due set due_at = ${immediately}, attempts = 0
    where subscription_id = ${subscriptionId} and tag = ${tag}`.execute(db)
  return left !== 1n
}

/** Postpones a failed push. */
export async function postpone(
  db: Db,
  { subscriptionId, tag, news, reads }: DuePush,
  attempts: number,
  at: Date,
) {
  await sql`
    update push_due set due_at = ${at}, attempts = ${attempts}, news = news or ${news}, reads = reads or ${reads}
    where subscription_id = ${subscriptionId} and tag = ${tag}`.execute(db)
}
