import { type Expression, sql } from 'kysely'
import type { Db } from './database.ts'

type Query = Expression<object> | undefined

/** As it comes out of JSON. */
type Told<Row> = { [K in keyof Row]: Row[K] extends Date ? string : Row[K] }

type Rows<Q> = {
  [K in keyof Q]: Q[K] extends Expression<infer Row>
    ? Told<Row>[]
    : Q[K] extends Expression<infer Row> | undefined
      ? Told<Row>[] | undefined
      : never
}

/**
 * The rows of several queries by one statement, for those who need many little things at once: what costs is the way to the
 * database and back, not the rows. What is undefined is not asked for.
 */
export async function together<Q extends Record<string, Query>>(db: Db, queries: Q): Promise<Rows<Q>> {
  const lists = Object.entries(queries).flatMap(([name, query]) =>
    query === undefined
      ? []
      : [sql`(select coalesce(json_agg(to_json(r)), '[]') from ${query} as r) as ${sql.ref(name)}`],
  )
  if (lists.length === 0) return {} as Rows<Q>
  const { rows } = await sql<Rows<Q>>`select ${sql.join(lists)}`.execute(db)
  return rows[0] as Rows<Q>
}
