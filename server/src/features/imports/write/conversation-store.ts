import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** The participants of direct conversations, by recipient. */
export async function usersOfRecipients(
  db: Db,
  recipientIds: readonly number[],
): Promise<Map<number, number[]>> {
  if (recipientIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; user_ids: number[] }>`
    select id, user_ids from recipient where id = any(${recipientIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.user_ids]))
}
