import { createWorld, eventually } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { prepared } from './prepared-statements.ts'

const oneConnection = { requests: 1, follow: 1, background: 1, jobs: 1 }

/** A database with a table of fruit, and one connection for requests. */
async function openFruit(preparedStatements = true): Promise<Database> {
  const { app } = await createWorld()
  const { clientConfig, db } = app.database
  await sql`create table fruit (id bigint, name text)`.execute(db)
  await sql`insert into fruit values (1, 'plum')`.execute(db)
  const options = { sizes: oneConnection, timeoutMs: 500, preparedStatements, onError: () => {} }
  const database = openDatabase(clientConfig, options)
  onTestFinished(() => database.close())
  return database
}

const countPrepared = async ({ db }: Database) =>
  (await sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(db))
    .rows[0]?.count

const fruit = (id: number) => prepared(sql<{ name: string }>`select name from fruit where id = ${id}`)

const numbered = (n: number) => prepared(sql<{ n: number }>`select ${sql.lit(n)}::int as n`)

describe('A prepared statement', () => {
  it('is prepared once per connection, by its text', async () => {
    const database = await openFruit()
    expect((await fruit(1).execute(database.db)).rows).toEqual([{ name: 'plum' }])
    expect((await fruit(2).execute(database.db)).rows).toEqual([])
    expect(await countPrepared(database)).toBe(1)
  })

  it('replaces the least recently used of at most forty', async () => {
    const database = await openFruit()
    for (let n = 0; n < 60; n++) {
      expect((await numbered(n).execute(database.db)).rows).toEqual([{ n }])
      await numbered(0).execute(database.db)
    }
    expect(await countPrepared(database)).toBe(40)
    const { rows } = await sql<{ kept: boolean }>`
      select bool_or(statement like '%select 0::int%') as kept from pg_prepared_statements`.execute(
      database.db,
    )
    expect(rows).toEqual([{ kept: true }])
  })

  it('works in a transaction while there is no room for it', async () => {
    const database = await openFruit()
    for (let n = 0; n < 40; n++) await numbered(n).execute(database.db)
    const { rows } = await database.db
      .transaction()
      .execute(async (transaction) => await numbered(40).execute(transaction))
    expect(rows).toEqual([{ n: 40 }])
    expect(await countPrepared(database)).toBe(40)
  })

  it('works on a new connection after the old one was lost', async () => {
    const database = await openFruit()
    await fruit(1).execute(database.db)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db).catch(() => {})
    // The pool may not have noticed the loss yet.
    await eventually(async () =>
      expect((await fruit(1).execute(database.db)).rows).toEqual([{ name: 'plum' }]),
    )
  })

  it('works again after being canceled', async () => {
    const database = await openFruit()
    const slow = (seconds: number) => prepared(sql<{ n: number }>`select 1 as n from pg_sleep(${seconds})`)
    await expect(slow(10).execute(database.db)).rejects.toMatchObject({ code: '57014' })
    expect((await slow(0).execute(database.db)).rows).toEqual([{ n: 1 }])
  })

  it('is prepared again after a migration changed its result', async () => {
    const database = await openFruit()
    const all = prepared(sql<object>`select * from fruit where id = ${1}`)
    await all.execute(database.db)
    await sql`alter table fruit add color text default 'blue'`.execute(database.backgroundDb)
    expect((await all.execute(database.db)).rows).toEqual([{ id: 1, name: 'plum', color: 'blue' }])
    // In a transaction the error ends the transaction; the next one succeeds.
    await all.execute(database.db)
    await sql`alter table fruit drop color`.execute(database.backgroundDb)
    const inTransaction = () => database.db.transaction().execute((transaction) => all.execute(transaction))
    await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' })
    expect((await inTransaction()).rows).toEqual([{ id: 1, name: 'plum' }])
  })

  it('is prepared again when the connection has lost it', async () => {
    const database = await openFruit()
    await fruit(1).execute(database.db)
    await sql`deallocate all`.execute(database.db)
    expect((await fruit(1).execute(database.db)).rows).toEqual([{ name: 'plum' }])
  })

  it('is sent unprepared if the operator turned this off', async () => {
    const database = await openFruit(false)
    expect((await fruit(1).execute(database.db)).rows).toEqual([{ name: 'plum' }])
    expect(await countPrepared(database)).toBe(0)
  })
})
