import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { prepared } from '../prepared-statements.ts'

export async function isReplaying(db: Db): Promise<boolean> {
  const { rows } = await prepared(sql<{ replaying: boolean }>`
    select pg_is_in_recovery() as replaying`).execute(db)
  return rows[0]?.replaying === true
}
