import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { WebhookCallTable } from '../../../db/tables/bots.ts'
import type { Tx } from '../../../events/transaction.ts'

export type Call = Selectable<WebhookCallTable>

/** Due at once, even if the clocks of two machines differ a little. */
export const immediately = new Date(0)

/** How much this process may take on, of one bot and altogether, and what it has under way, by bot. */
export interface Room {
  perBot: number
  atOnce: number
  underWay: ReadonlyMap<number, number>
}

/**
 * Takes calls that are due, the oldest of each bot first, and puts them off: nobody else takes them until then. Of each bot no
 * more than there is room for, so that one that has many does not hold up the others.
 */
export async function takeDue(db: Db, now: Date, until: Date, room: Room): Promise<Call[]> {
  const bots = [...room.underWay.keys()]
  const counts = [...room.underWay.values()]
  const left = room.atOnce - counts.reduce((sum, count) => sum + count, 0)
  const { rows } = await sql<Call>`
    update webhook_call set due_at = ${until}
    where id = any(array(
      select due.id
      from (select distinct bot_id from webhook_call where due_at <= ${now}) as bot
      left join unnest(${bots}::bigint[], ${counts}::integer[]) as busy (bot_id, calls) using (bot_id)
      cross join lateral (
        select w.id from webhook_call w
        where w.bot_id = bot.bot_id and w.due_at <= ${now}
        order by w.due_at, w.id
        limit greatest(${room.perBot}::integer - coalesce(busy.calls, 0), 0)
        for update skip locked
      ) as due
      limit ${left}))
    returning *`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Puts a call off, and says how often it failed. Nothing happens if another process has ended it. */
export async function putOff(db: Db, id: number, attempts: number, due_at: Date): Promise<void> {
  await db.updateTable('webhook_call').set({ attempts, due_at }).where('id', '=', id).execute()
}

/** Ends a call; false if that has been done. */
export async function endCall(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhook_call').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notes what is wrong with a bot. True if that is news since it last worked. */
export async function noteFailure(tx: Tx, botId: number, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bot_service set told_failures = told_failures || ${reason}::text
    where bot_id = ${botId} and not ${reason}::text = any(told_failures)`.execute(tx.db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function noteThatItWorks(tx: Tx, botId: number): Promise<void> {
  await tx.db
    .updateTable('bot_service')
    .set({ told_failures: [] })
    .where('bot_id', '=', botId)
    .where(sql<boolean>`told_failures <> '{}'`)
    .execute()
}
