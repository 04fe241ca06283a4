import { createWorld, eventually } from '@loquat/devkit'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

it('A connection that breaks between two statements fails the transaction, and nothing else', async () => {
  const { app, alice } = await createWorld({ quiet: true })
  const { db } = app.database
  const transaction = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const pid = rows[0]?.pid
    await sql`select pg_terminate_backend(${pid})`.execute(db)
    await eventually(async () => {
      const left = await sql`select from pg_stat_activity where pid = ${pid}`.execute(db)
      expect(left.rows).toEqual([])
    })
    await sql`select 1`.execute(tx)
  })
  await expect(transaction).rejects.toThrow()
  expect((await alice.api.getOwnUser()).user_id).toBe(alice.id)
})
