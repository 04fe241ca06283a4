import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** The date in UTC. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Number of invitations sent on a day, by the whole organization and by one account. */
export async function sentOn(
  tx: Tx,
  inviterId: number,
  time: number,
): Promise<{ byAll: number; byInviter: number }> {
  const { rows } = await sql<{ byAll: number; byInviter: number }>`
    select coalesce(sum(sent), 0)::integer as "byAll",
      coalesce(sum(sent) filter (where inviter_id = ${inviterId}), 0)::integer as "byInviter"
    from invitation_count where realm_id = ${tx.realmId} and day = ${dayOf(time)}::date`.execute(tx.db)
  return rows[0] ?? { byAll: 0, byInviter: 0 }
}

export async function addSent(tx: Tx, inviterId: number, time: number, count: number): Promise<void> {
  await sql`
    insert into invitation_count (realm_id, day, inviter_id, sent)
    values (${tx.realmId}, ${dayOf(time)}::date, ${inviterId}, ${count})
    on conflict (realm_id, day, inviter_id) do update
      set sent = invitation_count.sent + excluded.sent`.execute(tx.db)
}

export async function deleteCountsBefore(db: Db, time: number): Promise<void> {
  await sql`delete from invitation_count where day < ${dayOf(time)}::date`.execute(db)
}
