import { setTimeout as sleep } from 'node:timers/promises'
import { createWorld } from '@loquat/devkit'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

it('a connection that breaks between two statements fails the transaction, and nothing else', async () => {
  const { app, alice } = await createWorld({ quiet: true })
  const { db } = app.database
  const transaction = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    await sleep(100)
    await sql`select 1`.execute(tx)
  })
  await expect(transaction).rejects.toThrow()
  expect((await alice.api.getOwnUser()).user_id).toBe(alice.id)
})
