import { type Expression, type RawBuilder, sql } from 'kysely'

/** A list that is asked for, or not. */
interface Asked<Row> {
  wanted: boolean
  query: Expression<Row>
}

/** As it comes out of JSON. */
type Told<Row> = { [K in keyof Row]: Row[K] extends Date ? string : Row[K] }

export type Together<Q> = {
  [K in keyof Q]: Q[K] extends Asked<infer Row> ? Told<Row>[] | null : never
}

export const asked = <Row>(wanted: boolean, query: Expression<Row>): Asked<Row> => ({ wanted, query })

/**
 * The rows of several queries by one statement that answers in one row, for those who need many little things at once: what
 * costs is the way to the database and back, not the rows. It sees the database at one moment. Null is what was not asked for:
 * the text of the statement is the same whatever is, so that it can be planned once and for all.
 */
export function together<Q extends Record<string, Asked<object>>>(lists: Q): RawBuilder<Together<Q>> {
  const columns = Object.entries(lists).map(
    ([name, { wanted, query }]) => sql`
      case when ${wanted}::boolean
        then (select coalesce(json_agg(to_json(r)), '[]') from ${query} as r) end as ${sql.ref(name)}`,
  )
  return sql<Together<Q>>`select ${sql.join(columns)}`
}
