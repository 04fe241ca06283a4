import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** How long others wait after a process died that held a lease. */
const leaseSeconds = 60
const renewalMs = 20_000

/**
 * Does work that must not overlap with itself, in any process. Returns false, without doing it, if another is at it.
 * A process that dies lets go after a minute.
 */
export async function withLease(db: Db, name: string, work: () => Promise<unknown>): Promise<boolean> {
  const holder = randomUUID()
  if (!(await takeLease(db, name, holder))) return false
  // A renewal that fails is tried again with the next; the work goes on, as it would have without the lease.
  const renewal = setInterval(() => void takeLease(db, name, holder).catch(() => {}), renewalMs).unref()
  try {
    await work()
  } finally {
    clearInterval(renewal)
    await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
  }
  return true
}

async function takeLease(db: Db, name: string, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, holder, expires_at)
    values (${name}, ${holder}, now() + make_interval(secs => ${leaseSeconds}))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where lease.expires_at < now() or lease.holder = excluded.holder
    returning name`.execute(db)
  return rows.length > 0
}
