import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

interface Reference {
  table: string
  column: string
  target: string
  targetColumn: string
}

/**
 * Removes an organization with every row that belongs to it, in whatever table. Which those are is asked of the database, so
 * that a table that is added later is not forgotten: what names the organization, and what refers to such a row. False if it
 * was reactivated, or is gone already.
 */
export async function deleteRealm(db: Db, realmId: number, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('realm')
      .select('id')
      .where('id', '=', realmId)
      .where('deactivated', '=', true)
      .where('deletion_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
    if (due === undefined) return false
    // Everything that refers to a row goes with it below. To look for it once more at each row takes hours where
    // references have no index. Not every role may leave that out; then it takes what it takes.
    await sql`
      select set_config('session_replication_role', 'replica', true)
      where has_parameter_privilege('session_replication_role', 'set')`.execute(tx)
    const conditions = conditionsOf(await tablesWithRealm(tx), await references(tx), realmId)
    // One statement: rows refer to each other in circles, and references are checked when all are gone.
    const deletions = [...conditions].map(
      ([table, condition], n) => `d${n} as (delete from ${quoted(table)} where ${condition})`,
    )
    await sql.raw(`with ${deletions.join(',\n')} select 1`).execute(tx)
    return true
  })
}

/** By table, which of its rows belong to the organization. */
function conditionsOf(
  withRealm: readonly string[],
  all: readonly Reference[],
  realmId: number,
): Map<string, string> {
  const conditions = new Map([['realm', `id = ${realmId}`]])
  for (const table of withRealm) conditions.set(table, `realm_id = ${realmId}`)
  // Tables that refer to no more than what is known come first; each round makes others known.
  for (let known = 0; known < conditions.size; ) {
    known = conditions.size
    for (const [table, own] of Map.groupBy(all, (one) => one.table)) {
      if (conditions.has(table) || !own.some(({ target }) => conditions.has(target))) continue
      const parts = own.flatMap(({ column, target, targetColumn }) => {
        const condition = conditions.get(target)
        if (condition === undefined) return []
        return [
          `${quoted(column)} in (select ${quoted(targetColumn)} from ${quoted(target)} where ${condition})`,
        ]
      })
      conditions.set(table, parts.join(' or '))
    }
  }
  return conditions
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function tablesWithRealm(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as "table" from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'realm_id' and not a.attisdropped`.execute(db)
  return rows.map((row) => row.table)
}

async function references(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select f.relname as "table", a.attname as "column", t.relname as "target", b.attname as "targetColumn"
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid
    join pg_class t on t.oid = k.confrelid
    join pg_attribute a on a.attrelid = f.oid and a.attnum = k.conkey[1]
    join pg_attribute b on b.attrelid = t.oid and b.attnum = k.confkey[1]
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace and array_length(k.conkey, 1) = 1`.execute(
    db,
  )
  return rows
}
