import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

interface ForeignKey {
  table: string
  column: string
  target: string
  targetColumn: string
}

/**
 * Deletes an organization with every row that belongs to it. Derives the tables from the database's foreign
 * keys, so that later tables are included: rows that reference the organization, and rows that reference
 * those. False if it was reactivated or already deleted.
 */
export async function deleteRealm(db: Db, realmId: number, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('realm')
      .select('id')
      .where('id', '=', realmId)
      .where('deactivated', '=', true)
      .where('deletion_at', '<=', now)
      // A legal hold keeps the organization, too.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('legal_hold')
              .select('legal_hold.id')
              .whereRef('legal_hold.realm_id', '=', 'realm.id')
              .where('released_at', 'is', null),
          ),
        ),
      )
      .forUpdate()
      .executeTakeFirst()
    if (due === undefined) return false
    // All referencing rows are deleted below. Checking each reference again takes hours where a foreign key
    // has no index. Not every database role may disable the checks; then the deletion is slow.
    await sql`
      select set_config('session_replication_role', 'replica', true)
      where has_parameter_privilege('session_replication_role', 'set')`.execute(tx)
    const conditions = conditionsOf(await tablesWithRealm(tx), await references(tx), realmId)
    // One statement, because rows reference each other in cycles and references are checked at its end.
    const deletions = [...conditions].map(
      ([table, condition], n) => `d${n} as (delete from ${quoted(table)} where ${condition})`,
    )
    await sql.raw(`with ${deletions.join(',\n')} select 1`).execute(tx)
    return true
  })
}

/** Conditions that select the organization's rows, by table. */
function conditionsOf(
  withRealm: readonly string[],
  all: readonly ForeignKey[],
  realmId: number,
): Map<string, string> {
  const conditions = new Map([['realm', `id = ${realmId}`]])
  for (const table of withRealm) conditions.set(table, `realm_id = ${realmId}`)
  // Start with tables that reference only resolved tables; each round resolves more.
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

async function references(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
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
