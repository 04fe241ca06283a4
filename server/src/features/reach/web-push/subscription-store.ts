import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface NewSubscription {
  userId: number
  sessionId: number | undefined
  endpoint: string
  p256dh: string
  auth: string
}

/** Assigns the browser to this user. A previous user gets no more notifications there. */
export async function putSubscription(tx: Tx, one: NewSubscription, now: Date): Promise<void> {
  // Pending pushes of a previous user are deleted with the row.
  await sql`
    delete from push_subscription
    where md5(endpoint) = md5(${one.endpoint}) and user_id <> ${one.userId}`.execute(tx.db)
  await sql`
    insert into push_subscription (realm_id, user_id, session_id, endpoint, p256dh, auth, subscribed_at)
    values (${tx.realmId}, ${one.userId}, ${one.sessionId ?? null}, ${one.endpoint}, ${one.p256dh}, ${one.auth}, ${now})
    on conflict (md5(endpoint)) do update set realm_id = excluded.realm_id, user_id = excluded.user_id,
      session_id = excluded.session_id, endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      subscribed_at = excluded.subscribed_at`.execute(tx.db)
}

/** Deletes the user's oldest subscriptions beyond a number. */
export async function keepNewest(tx: Tx, userId: number, limit: number): Promise<void> {
  await sql`
    delete from push_subscription where id in (
      select id from push_subscription where realm_id = ${tx.realmId} and user_id = ${userId}
      order by subscribed_at desc, id desc offset ${limit}
    )`.execute(tx.db)
}

/** False if there is none. */
export async function deleteSubscription(tx: Tx, userId: number, endpoint: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from push_subscription where md5(endpoint) = md5(${endpoint}) and user_id = ${userId}`.execute(
    tx.db,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Deletes subscriptions created with the account's API key. */
export async function deleteSubscriptionsByKey(tx: Tx, userId: number): Promise<void> {
  await tx.db
    .deleteFrom('push_subscription')
    .where('realm_id', '=', tx.realmId)
    .where('user_id', '=', userId)
    .where('session_id', 'is', null)
    .execute()
}

export async function deleteSubscriptionById(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

/** Users with a push subscription. */
export async function subscribersIn(db: Db, realmId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('push_subscription')
    .select('user_id')
    .distinct()
    .where('realm_id', '=', realmId)
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
