import { type RawBuilder, sql } from 'kysely'

/** How a statement contains the values of a narrow. */
export interface StatementValues {
  id(value: number): RawBuilder<number>
  text(value: string): RawBuilder<string>
  /** The index query of a search. */
  words(query: string): RawBuilder<string>
}

/** PostgreSQL knows the values, and plans each time. For statements whose best plan depends on how frequent they are. */
export const knownValues: StatementValues = {
  id: (value) => sql`${value}`,
  text: (value) => sql`${value}`,
  words: (query) => sql`${query}::tsquery`,
}

/**
 * PostgreSQL reads the values from subqueries. For prepared statements: with known values, it would estimate less than for a prepared plan, and
 * plan each time; or it would expect so many messages of a busy channel that it reads those of all channels in their order.
 */
export const hiddenValues: StatementValues = {
  id: (value) => sql`(select ${value}::bigint)`,
  text: (value) => sql`(select ${value}::text)`,
  words: (query) => sql`(select ${query}::tsquery)`,
}
