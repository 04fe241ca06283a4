import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { prepared } from './prepared-statements.ts'

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The types of values that a statement receives as a subquery. */
type ValueTypes<Values> = { [K in keyof Values]: 'bigint' | 'bigint[]' | 'boolean' | 'timestamptz' }

/**
 * A prepared statement that is compiled once per process: composing a long one takes longer than most statements take to run. It receives its
 * values from subqueries, so that PostgreSQL plans without knowing them: for known values it may estimate less than for a prepared plan, and
 * would plan each time anew.
 */
export class StatementTemplate<Values extends object, Row> {
  readonly #types: ValueTypes<Values>
  readonly #build: (db: Db, values: Values) => RawBuilder<Row>
  #compiled: CompiledQuery<Row> | undefined

  constructor(types: ValueTypes<Values>, build: (db: Db, values: Values) => RawBuilder<Row>) {
    this.#types = types
    this.#build = build
  }

  async run(db: Db, values: Values): Promise<Row[]> {
    this.#compiled ??= prepared(this.#build(db, this.#placeholders())).compile(db)
    const parameters = this.#compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    return (await db.executeQuery<Row>({ ...this.#compiled, parameters })).rows
  }

  #placeholders(): Values {
    const entries = Object.entries<string>(this.#types).map(([name, type]) => [
      name,
      sql`(select ${new Placeholder(name)}::${sql.raw(type)})`,
    ])
    return Object.fromEntries(entries) as Values
  }
}
