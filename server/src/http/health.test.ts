import { ApiError } from '@loquat/client'
import {
  bodyWithReason,
  createWorld,
  eventually,
  runOutsideTransaction,
  sendToGeneral,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it, vi } from 'vitest'

async function health(world: World, path: string) {
  const started = performance.now()
  const response = await world.raw(path)
  const body = (await response.json()) as { status: string; database?: string }
  return { status: response.status, body, ms: performance.now() - started }
}

describe('/health', () => {
  it('is live and ready without faults', async () => {
    const world = await createWorld()
    for (const path of ['/health', '/health/ready']) {
      expect(await health(world, path)).toMatchObject({ status: 200, body: { status: 'ok', database: 'ok' } })
    }
    expect(await health(world, '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  it('is live but not ready within a second when the database does not respond, and ready again when it does', async () => {
    const world = await createWorld({ proxied: true, quiet: true })
    world.proxy.swallow()
    world.proxy.swallowNew(true)
    const [ready, live] = await Promise.all([health(world, '/health/ready'), health(world, '/health/live')])
    expect(ready).toMatchObject({ status: 503, body: { status: 'failing', database: 'unreachable' } })
    expect(live.status).toBe(200)
    world.proxy.swallowNew(false)
    world.proxy.disconnect()
    await eventually(async () => expect((await health(world, '/health/ready')).status).toBe(200))
  })

  it('is not ready while the database is read-only, and sends get 503 with Retry-After', async () => {
    const world = await createWorld({ proxied: true, quiet: true })
    const { database, proxy, alice } = world
    await sendToGeneral(world.alice, 'hello')
    const makeReadOnly = `alter database ${database.database} set default_transaction_read_only = on`
    await runOutsideTransaction(database, makeReadOnly)
    proxy.disconnect()
    await eventually(async () =>
      expect(await health(world, '/health')).toMatchObject({ status: 503, body: { database: 'read-only' } }),
    )
    const response = await world.raw('/api/v1/messages', {
      method: 'POST',
      as: alice,
      body: new URLSearchParams({ type: 'channel', to: 'general', topic: 'health', content: 'hello' }),
    })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject(bodyWithReason('database-read-only'))
    // Reads continue.
    expect(
      (await alice.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })).messages,
    ).toHaveLength(1)
  })
})

describe('A full disk', () => {
  const diskFull = () =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })

  it('is reported to an upload, and logged', async () => {
    const world = await createWorld({ quiet: true })
    vi.spyOn(world.app.files, 'put').mockImplementation(async (_key, content) => {
      // As a real one: some of it is read before there is no more room.
      if (!(content instanceof Uint8Array)) for await (const _ of content) break
      throw diskFull()
    })
    const logged = vi.spyOn(world.app.logger, 'error')
    const body = new FormData()
    body.set('file', new Blob(['x'.repeat(300_000)]), 'plums.txt')
    const response = await world.raw('/api/v1/user_uploads', { method: 'POST', as: world.carol, body })
    expect(response.status).toBe(507)
    expect(await response.json()).toMatchObject(bodyWithReason('disk-full'))
    expect(logged).toHaveBeenCalled()
  })

  it('of the database is reported to a send', async () => {
    const world = await createWorld({ quiet: true })
    vi.spyOn(world.app.database, 'runPrepared').mockRejectedValue(
      Object.assign(new Error('disk full'), { code: '53100' }),
    )
    const error = await sendToGeneral(world.alice, 'hello').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject(withReason('disk-full'))
  })
})
