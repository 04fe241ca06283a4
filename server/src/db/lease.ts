import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** How long other processes wait after the holder of a lease has died. */
const leaseSeconds = 60
const renewalMs = 20_000

/**
 * Runs work that must not overlap with itself, across all processes. Returns false without running it if another
 * process holds the lease. The lease of a dead process expires after a minute.
 */
export async function withLease(db: Db, name: string, work: () => Promise<unknown>): Promise<boolean> {
  const holder = randomUUID()
  if (!(await takeLease(db, name, holder))) return false
  // A failed renewal is retried with the next one; the work continues, as it would without the lease.
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
