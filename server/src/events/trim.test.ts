import { createWorld, eventually, sendToGeneral, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withLease } from '../db/lease.ts'
import { logLimits, trimLog } from './trim.ts'

/** Events of an age at the end of the log, as if so many messages had been sent then. */
async function fillLog({ app }: World, count: number, age: string): Promise<void> {
  await sql`
    with log as (
      update realm_log set last_seq = last_seq + ${count}
      where realm_id = (select id from realm where subdomain = '') returning realm_id, last_seq - ${count} as base
    )
    insert into event (realm_id, seq, type, payload, audience, created_at)
    select realm_id, base + n, 'refresh', '{"type":"refresh"}', '{"users":[]}', now() - ${age}::interval
    from log, generate_series(1, ${count}) as n`.execute(app.database.db)
}

/** A world whose log is empty, though not new. */
async function createWorldWithEmptyLog(): Promise<World> {
  const world = await createWorld()
  await sql`delete from event`.execute(world.app.database.db)
  return world
}

async function loggedEvents({ app }: World): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from event`.execute(
    app.database.db,
  )
  return rows[0]?.count ?? 0
}

describe('Trimming the log', () => {
  it('takes time in proportion to the deleted events: tens of thousands at once', async () => {
    const world = await createWorldWithEmptyLog()
    await fillLog(world, 40_000, '1 hour')
    await fillLog(world, 10, '1 minute')
    await trimLog(world.app.database.db)
    expect(await loggedEvents(world)).toBe(10)
  })

  it('keeps events for at most a day for a queue with a long timeout, which must register again', async () => {
    const world = await createWorldWithEmptyLog()
    const { queue_id, last_event_id } = await world.carol.api.register({
      event_types: ['message'],
      idle_queue_timeout: 604_800,
    })
    await fillLog(world, 10, '25 hours')
    await fillLog(world, 10, '23 hours')
    await trimLog(world.app.database.db)
    expect(await loggedEvents(world)).toBe(10)
    await sendToGeneral(world.alice, 'now')
    const poll = () =>
      world.carol.api.getEvents({ queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 })
    // The process itself must notice first that it missed something.
    await eventually(() => expect(poll()).rejects.toMatchObject(withReason('event-queue-not-found')))
  })

  it('keeps at most the limit of events for a queue with a long timeout, but always those of the last minutes', async () => {
    const world = await createWorldWithEmptyLog()
    await world.carol.api.register({ event_types: ['message'], idle_queue_timeout: 86_400 })
    await fillLog(world, 100, '1 hour')
    await fillLog(world, 20, '1 minute')
    await trimLog(world.app.database.db, { ...logLimits, maxEvents: 50 })
    expect(await loggedEvents(world)).toBe(50)
    await trimLog(world.app.database.db, { ...logLimits, maxEvents: 5 })
    expect(await loggedEvents(world)).toBe(20)
  })

  it('stops with the server, and continues with the next run', async () => {
    const world = await createWorldWithEmptyLog()
    await fillLog(world, 20_000, '1 hour')
    const before = await loggedEvents(world)
    expect(await trimLog(world.app.database.db, logLimits, AbortSignal.abort())).toBe(0)
    expect(await loggedEvents(world)).toBe(before)
    expect(await trimLog(world.app.database.db)).toBeGreaterThan(3)
  })
})

describe('Exclusive work', () => {
  it('is skipped while another process does it, and possible again afterward', async () => {
    const { app } = await createWorld()
    const { db } = app.database
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const first = withLease(db, 'sweeping', async () => {
      started.resolve()
      await finish.promise
    })
    await started.promise
    const other = () => withLease(db, 'sweeping', async () => {})
    expect(await other()).toBe(false)
    finish.resolve()
    expect(await first).toBe(true)
    expect(await other()).toBe(true)
  })

  it('is possible again after its process died', async () => {
    const { app } = await createWorld()
    const { db } = app.database
    await db
      .insertInto('lease')
      .values({ name: 'sweeping', holder: 'dead', expires_at: new Date(Date.now() - 1_000) })
      .execute()
    expect(await withLease(db, 'sweeping', async () => {})).toBe(true)
  })

  it('is possible again after it failed', async () => {
    const { app } = await createWorld()
    const { db } = app.database
    const failing = withLease(db, 'sweeping', async () => {
      throw new Error('broken broom')
    })
    await expect(failing).rejects.toThrow('broken broom')
    expect(await withLease(db, 'sweeping', async () => {})).toBe(true)
  })
})
