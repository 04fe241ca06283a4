import type { AuditKind, AuditTarget } from '@loquat/contract'
import { sql } from 'kysely'
import type { AuditEntry } from '../../../audit/entry.ts'
import { entriesWhere } from '../../../audit/store.ts'
import type { Db } from '../../../db/database.ts'

export interface AuditFilter {
  kinds: readonly AuditKind[] | undefined
  actorId: number | undefined
  targetType: AuditTarget | undefined
  targetId: number | undefined
  since: Date | undefined
  until: Date | undefined
  text: string | undefined
  /** Users whose names match the text. */
  userIds: readonly number[]
}

/** Entries with numbers from `from` until before `before`, newest first. */
export async function findEntries(
  db: Db,
  realmId: number,
  { from, before, limit }: { from: number; before: number; limit: number },
  filter: AuditFilter,
): Promise<AuditEntry[]> {
  const { kinds, actorId, targetType, targetId, since, until, text, userIds } = filter
  const conditions = [sql`realm_id = ${realmId}`, sql`seq >= ${from}`, sql`seq < ${before}`]
  if (kinds !== undefined) conditions.push(sql`kind = any(${kinds}::text[])`)
  if (actorId !== undefined) conditions.push(sql`actor_id = ${actorId}`)
  if (targetType !== undefined) conditions.push(sql`target_type = ${targetType}`)
  if (targetId !== undefined) conditions.push(sql`target_id = ${targetId}`)
  if (since !== undefined) conditions.push(sql`at >= ${since}`)
  if (until !== undefined) conditions.push(sql`at < ${until}`)
  if (text !== undefined && text !== '') {
    conditions.push(sql`(
      position(lower(${text}) in lower(concat_ws(' ', kind, address, credential_id, target_name, before, after))) > 0
      or actor_id = any(${userIds}::bigint[]) or (target_type = 'user' and target_id = any(${userIds}::bigint[]))
    )`)
  }
  return await entriesWhere(db, sql`${sql.join(conditions, sql` and `)} order by seq desc limit ${limit}`)
}
