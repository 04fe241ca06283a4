import { type Expression, type RawBuilder, sql } from 'kysely'

/** A query that only runs if its rows are needed. */
interface OptionalQuery<Row> {
  wanted: boolean
  query: Expression<Row>
}

/** A row as parsed from JSON. */
type JsonRow<Row> = { [K in keyof Row]: Row[K] extends Date ? string : Row[K] }

export type CombinedQueries<Q> = {
  [K in keyof Q]: Q[K] extends OptionalQuery<infer Row> ? JsonRow<Row>[] | null : never
}

export const optionalQuery = <Row>(wanted: boolean, query: Expression<Row>): OptionalQuery<Row> => ({
  wanted,
  query,
})

/**
 * Combines several queries into one statement with one row, which saves round trips and reads one snapshot. Queries
 * that are not needed return null. The statement's text is the same either way, so that it is planned once.
 */
export function combineQueries<Q extends Record<string, OptionalQuery<object>>>(
  lists: Q,
): RawBuilder<CombinedQueries<Q>> {
  const columns = Object.entries(lists).map(
    ([name, { wanted, query }]) => sql`
      case when ${wanted}::boolean
        then (select coalesce(json_agg(to_json(r)), '[]') from ${query} as r) end as ${sql.ref(name)}`,
  )
  return sql<CombinedQueries<Q>>`select ${sql.join(columns)}`
}
