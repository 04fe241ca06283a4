import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it } from 'vitest'
import { admin, emptyInstallation } from '../backup/testing/installations.ts'
import { migrate } from './migrate.ts'
import { releases } from './migrations/releases.ts'

const count = 200_000
/** Per migration, on a slow machine with others at work. */
const maxMs = 60_000

it('A database of 0.1.0 with 200,000 messages is upgraded, each migration within a minute', async () => {
  const { database, config } = await emptyInstallation()
  const archive = new URL('../backup/testing/releases/0.1.0.tar.zst', import.meta.url)
  expect(await admin(config, 'restore', fileURLToPath(archive))).toMatchObject({ exitCode: 0 })
  const client = new pg.Client(database)
  await client.connect()
  try {
    await addMessages(client)
    const times: Record<string, number> = {}
    const onMigrated = (name: string, ms: number) => {
      times[name] = Math.round(ms)
    }
    await migrate(database, { info: () => {} }, { onMigrated })
    console.log(times)
    const [first] = releases
    expect(Object.keys(times).every((name) => name > (first.lastMigration ?? ''))).toBe(true)
    expect(Math.max(...Object.values(times))).toBeLessThan(maxMs)
    const { rows } = await client.query<{ count: string }>('select count(*) from message')
    expect(Number(rows[0]?.count)).toBeGreaterThan(count)
  } finally {
    await client.end()
  }
})

/** Repeats a message of the data set, with all of its columns. */
async function addMessages(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ columns: string[] }>(
    `select array_agg(quote_ident(attname) order by attnum) as columns from pg_attribute
     where attrelid = 'message'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const columns = rows[0]?.columns ?? []
  const values = columns.map((column) => (column === 'id' ? "nextval('message_id')" : column))
  await client.query(
    `insert into message (${columns.join(', ')})
     select ${values.join(', ')} from (select * from message where is_channel order by id limit 1) m,
       generate_series(1, ${count})`,
  )
  await client.query('analyze')
}
