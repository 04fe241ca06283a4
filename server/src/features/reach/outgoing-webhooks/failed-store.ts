import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { callJob } from './send-sql.ts'
import { immediately } from './store.ts'

export interface FailedCall {
  id: number
  organizationName: string
  /** Null if the bot has no URL any longer. */
  url: string | null
  reason: string
  failedAt: Date
}

/** The last calls that failed, newest first, and the number of all, up to a maximum. */
export async function failedCalls(
  db: Db,
  limits: { listed: number; counted: number },
): Promise<{ calls: FailedCall[]; count: number }> {
  const calls = await db
    .selectFrom('failed_webhook_call as f')
    .innerJoin('realm', 'realm.id', 'f.realm_id')
    .leftJoin('bot_service as s', 's.bot_id', 'f.bot_id')
    .select([
      'f.id',
      'realm.name as organizationName',
      's.base_url as url',
      'f.reason',
      'f.failed_at as failedAt',
    ])
    .orderBy('f.id', 'desc')
    .limit(limits.listed)
    .execute()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from failed_webhook_call limit ${limits.counted}) as failed`.execute(
    db,
  )
  return { calls, count: rows[0]?.count ?? 0 }
}

/** Makes failed calls again, with all attempts. Returns their number. */
export async function retryFailedCalls(
  db: Db,
  ids: readonly number[] | undefined,
  max: number,
): Promise<number> {
  const chosen = ids === undefined ? sql`true` : sql`id = any(${ids}::bigint[])`
  const { rows } = await sql<{ count: number }>`
    with retried as (
      delete from failed_webhook_call where id in (
        select id from failed_webhook_call where ${chosen} order by id limit ${max} for update skip locked)
      returning realm_id, bot_id, message_id, trigger
    ), call as (
      insert into webhook_call (realm_id, bot_id, message_id, trigger, due_at)
      select realm_id, bot_id, message_id, trigger, ${immediately} from retried
      returning id
    )
    select count((${callJob(sql`call.id`)}).id)::int as count from call`.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteFailedCalls(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('failed_webhook_call').where('failed_at', '<', before).execute()
}
