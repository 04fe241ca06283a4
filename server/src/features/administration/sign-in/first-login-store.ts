import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Whether a session is the first sign of its user here. Imported presence is that of another server. */
export async function isFirstLogin(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const { rows } = await sql`
    select from account a left join realm_import i on i.realm_id = a.realm_id
    where a.id = ${userId}
      and not exists (select from session s where s.user_id = a.id and s.id <> ${sessionId})
      and not exists (
        select from presence p where p.user_id = a.id and p.last_connected > coalesce(i.finished_at, '-infinity')
      )`.execute(db)
  return rows.length > 0
}
