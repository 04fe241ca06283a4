import type { World } from '@loquat/devkit'
import { sql } from 'kysely'
import { personalTables } from '../tables.ts'

/** For tests only: a text that is in the data of one person and nowhere else. */
export const marker = 'zyxmarker'

interface Column {
  schema: string
  table: string
  column: string
  type: string
  isGenerated: boolean
  isNullable: boolean
  hasDefault: boolean
}

/** Every column of every table of the database, from its catalog. */
export async function columnsOf({ app }: World): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_schema as schema, c.table_name as "table", c.column_name as "column", c.udt_name as type,
      c.is_generated = 'ALWAYS' or c.is_identity = 'YES' as "isGenerated", c.is_nullable = 'YES' as "isNullable",
      c.column_default is not null as "hasDefault"
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2, c.ordinal_position`.execute(app.database.db)
  return rows
}

const searchedTypes = [
  'text',
  'varchar',
  'bpchar',
  'citext',
  'json',
  'jsonb',
  'bytea',
  'tsvector',
  '_text',
  '_varchar',
  'name',
]

/** Where the marker is: `table.column`, for every column that can hold text. */
export async function placesWithMarker(world: World): Promise<string[]> {
  const { db } = world.app.database
  const places: string[] = []
  for (const { schema, table, column, type } of await columnsOf(world)) {
    if (!searchedTypes.includes(type)) continue
    const value = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows } = await sql<{ value: string }>`
      select ${value} as value from ${sql.table(`${schema}.${table}`)}
      where position(${marker} in lower(${value})) > 0 limit 1`.execute(db)
    if (rows[0] !== undefined) places.push(`${table}.${column}`)
  }
  return places
}

/** Inserts a row with the marker in every text into each personal table, without checks and foreign keys: only the texts matter. */
export async function fillPersonalTables(world: World, userId: number, realmId: number): Promise<string[]> {
  const columns = await columnsOf(world)
  const filled: string[] = []
  for (const [table, owner] of Object.entries(personalTables)) {
    const own = columns.filter((one) => one.schema === 'public' && one.table === table && !one.isGenerated)
    const values = own
      .filter(
        ({ column, hasDefault, type }) => column === owner || !hasDefault || searchedTypes.includes(type),
      )
      .map((one) => [one.column, sampleValue(one, owner, userId, realmId)] as const)
    await world.app.database.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      const checks = await sql<{ name: string }>`
        select conname as name from pg_constraint where contype = 'c' and conrelid = ${table}::regclass`.execute(
        tx,
      )
      for (const { name } of checks.rows)
        await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(tx)
      await sql`
        insert into ${sql.table(table)} (${sql.join(values.map(([column]) => sql.ref(column)))})
        values (${sql.join(values.map(([, value]) => value))}) on conflict do nothing`.execute(tx)
    })
    filled.push(table)
  }
  return filled
}

/** Puts the marker into every text of the account itself, so that a new column cannot be forgotten. Only in the database. */
export async function fillAccount(world: World, userId: number): Promise<void> {
  // These two have the marker already, and the test uses them.
  const used = ['delivery_email', 'full_name']
  const columns = (await columnsOf(world)).filter(
    ({ schema, table, column, type, isGenerated }) =>
      schema === 'public' &&
      table === 'account' &&
      searchedTypes.includes(type) &&
      !isGenerated &&
      !used.includes(column),
  )
  const sets = columns.map((one) => sql`${sql.ref(one.column)} = ${sampleValue(one, 'id', userId, 0)}`)
  await sql`update account set ${sql.join(sets)} where id = ${userId}`.execute(world.app.database.db)
}

let numbers = 5_000_000

function sampleValue({ table, column, type }: Column, owner: string, userId: number, realmId: number) {
  const text = `${marker}-${table}-${column}`
  if (column === owner) return sql`${userId}`
  if (column === 'realm_id') return sql`${realmId}`
  switch (type) {
    case 'int2':
    case 'int4':
    case 'int8':
      return sql`${type === 'int2' ? 1 : numbers++}`
    case 'bool':
      return sql`false`
    case 'timestamptz':
      return sql`now()`
    case 'jsonb':
    case 'json':
      return sql`${JSON.stringify({ text })}::jsonb`
    case 'bytea':
      return sql`convert_to(${text}, 'UTF8')`
    case '_text':
      return sql`array[${text}]::text[]`
    case '_int8':
      return sql`'{}'::bigint[]`
    case 'int8multirange':
      return sql`'{}'::int8multirange`
    default:
      return sql`${text}`
  }
}
