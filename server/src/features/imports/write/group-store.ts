import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export async function storeGroupPermissions(
  db: Db,
  groups: readonly { id: number; permissions: object }[],
): Promise<void> {
  if (groups.length === 0) return
  await sql`
    update user_group set permissions = new.permissions
    from json_to_recordset(${JSON.stringify(groups)}::json) as new (id bigint, permissions jsonb)
    where user_group.id = new.id`.execute(db)
}
