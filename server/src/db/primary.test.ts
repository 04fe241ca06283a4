import { createWorld, eventually, startDatabaseProxy, testConfig } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../create-app.ts'
import { poolFor } from '../jobs/queue.ts'
import { createLogger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'
import { inspectServer } from './inspect.ts'
import { withMigrationLock } from './migrate.ts'
import { Primary, type ReplicatedConfig } from './primary.ts'

const starting = '57P03'

/** Two hosts in front of one database. The second one is the primary: the first one does not accept connections. */
async function twoHosts() {
  const { database } = await createWorld()
  const proxies = [await startDatabaseProxy(database), await startDatabaseProxy(database)] as const
  onTestFinished(() => {
    for (const proxy of proxies) proxy.close()
  })
  const [one, two] = proxies
  const hosts = proxies.map(({ config }) => ({ host: config.host ?? '', port: config.port ?? 0 }))
  const config: ReplicatedConfig = { ...one.config, primary: new Primary(hosts) }
  one.refuse(starting)
  return { one, two, config }
}

async function startApp(config: ReplicatedConfig, databaseTimeoutMs = 20_000) {
  const logger = createLogger('silent')
  const app = await createApp(testConfig({ databaseTimeoutMs }), config, { logger, isUpToDate: true })
  onTestFinished(() => app.close())
  return app
}

describe('With several hosts, the server', () => {
  it('connects to the primary, and follows it with every kind of connection', async () => {
    const { one, two, config } = await twoHosts()
    const app = await startApp(config)
    const jobs = poolFor(app.database.clientConfig, 1, app.logger)
    onTestFinished(() => jobs.close())
    const everyKind = async () => {
      for (const db of [app.database.db, app.database.followDb, app.database.backgroundDb])
        await sql`select 1`.execute(db)
      await app.database.withoutTimeouts((db) => sql`select 1`.execute(db))
      await jobs.query('select 1')
      await new Promise<void>((resolve, reject) => {
        jobs.connect((error, _client, done) => {
          done()
          if (error) reject(error)
          else resolve()
        })
      })
      await withMigrationLock(app.database.clientConfig, app.logger, async () => {})
      await inspectServer(config)
    }
    await everyKind()
    expect(await app.wakeups.probe()).toBe('ok')
    expect(two.connections()).toBeGreaterThan(3)
    expect(one.connections()).toBe(0)

    one.refuse(false)
    two.refuse(starting)
    two.disconnect()
    // Statements on broken connections fail once.
    await eventually(everyKind)
    await eventually(async () => expect(await app.wakeups.probe()).toBe('ok'))
    expect(one.connections()).toBeGreaterThan(3)
    expect(two.connections()).toBe(0)
  })

  it('leaves a primary that is silent, with all connections', async () => {
    const { one, two, config } = await twoHosts()
    const app = await startApp(config)
    let failure = ''
    const waiting = app.database.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      two.swallow()
      two.swallowNew(true)
      one.refuse(false)
      // Breaks when another connection has found the new primary, long before its own timeout.
      await sql`select 1`.execute(transaction).catch((error: Error) => {
        failure = error.message
        throw error
      })
    })
    await Promise.allSettled([waiting])
    expect(failure).toMatch(/another primary/)
    await eventually(async () => expect(await app.wakeups.probe()).toBe('ok'))
    await sql`select 1`.execute(app.database.db)
    expect(one.connections()).toBeGreaterThan(1)
  })

  it('stays with the host in use if another one leads to the same primary', async () => {
    const { one, two, config } = await twoHosts()
    const app = await startApp(config)
    one.refuse(false)
    two.disconnect()
    await eventually(() => sql`select 1`.execute(app.database.db))
    await eventually(async () => expect(await app.wakeups.probe()).toBe('ok'))
    expect(two.connections()).toBeGreaterThan(1)
    await eventually(() => expect(one.connections()).toBe(0))
  })

  it('says at the start why none of them can be used', async () => {
    const { two, config } = await twoHosts()
    two.refuse(starting)
    const attempt = inspectServer(config).catch((error: unknown) => error)
    const error = (await attempt) as Error
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toMatch(
      /No host .* accepts writes: 127\.0\.0\.1:\d+ does not answer \(57P03\), 127\.0\.0\.1:\d+ .*promote one/,
    )
    two.refuse('28P01')
    const fresh = { ...config, primary: new Primary(config.primary?.hosts ?? []) }
    await expect(inspectServer(fresh)).rejects.toThrow(/does not accept the password/)
  })
})
