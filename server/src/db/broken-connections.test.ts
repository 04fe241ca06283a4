import { ApiError } from '@loquat/client'
import { createWorld, eventually, sendToGeneral, type World } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { job } from '../jobs/job.ts'
import { startJobs } from '../jobs/runner.ts'
import { enqueue } from '../jobs/store.ts'

/** A server that gives up on the database soon, but not where the machine is only busy. */
const createImpatientWorld = (): Promise<World> =>
  createWorld({ proxied: true, quiet: true, config: { databaseTimeoutMs: 1_500 } })

const unavailable = (error: unknown) => error instanceof ApiError && error.status === 503

describe('A database with broken connections', () => {
  it('gives 503 when connections stop responding, and recovers over new ones', async () => {
    const world = await createImpatientWorld()
    const { alice, proxy } = world
    await sendToGeneral(alice, 'before')
    proxy.swallow()
    await expect(sendToGeneral(alice, 'lost')).rejects.toSatisfy(unavailable)
    // The idle connections, as silent as the first, were retired with it: nobody waits for each in turn.
    await sendToGeneral(alice, 'after')
  })

  it('keeps one silent connection from blocking the sends of others for longer than the timeout', async () => {
    const world = await createImpatientWorld()
    const { alice, carol, proxy } = world
    await sendToGeneral(alice, 'before')
    proxy.swallow()
    const lost = sendToGeneral(alice, 'lost').catch((error: unknown) => error)
    const others = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => sendToGeneral(carol, `other ${n}`)),
    )
    expect(await lost).toSatisfy(unavailable)
    for (const other of others) if (other.status === 'rejected') expect(other.reason).toSatisfy(unavailable)
    await sendToGeneral(carol, 'after')
  })

  it('cancels a statement that waits for a lock too long', async () => {
    const world = await createImpatientWorld()
    const { alice, app } = world
    await sendToGeneral(alice, 'before')
    await app.database.backgroundDb.transaction().execute(async (transaction) => {
      await transaction.selectFrom('realm_log').selectAll().forUpdate().execute()
      await expect(sendToGeneral(alice, 'blocked')).rejects.toSatisfy(unavailable)
    })
    await sendToGeneral(alice, 'after')
  })

  it('rejects requests at the connection limit, while jobs wait', async () => {
    const world = await createImpatientWorld()
    const { alice, app, proxy } = world
    let runs = 0
    const counting = job<object>({
      name: 'counting',
      run: async () => {
        runs++
      },
    })
    await sendToGeneral(alice, 'before')
    const runner = startJobs(app, [counting as never])
    onTestFinished(() => runner.stop())
    await enqueue(app.database.db, counting, {})
    await eventually(() => expect(runs).toBe(1))

    proxy.refuse('53300')
    proxy.disconnect()
    await expect(sendToGeneral(alice, 'refused')).rejects.toSatisfy(unavailable)
    proxy.refuse(false)
    await eventually(() => sendToGeneral(alice, 'after'))
    await enqueue(app.database.db, counting, {})
    await eventually(() => expect(runs).toBe(2))
  })

  it('closes within seconds although PostgreSQL does not respond', async () => {
    const world = await createWorld({ proxied: true, quiet: true })
    const node = await world.secondNode()
    await sendToGeneral(world.alice, 'before')
    world.proxy.swallow()
    const started = performance.now()
    await node.stop()
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
