import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@loquat/devkit'
import { startDatabaseProxy } from '@loquat/devkit/database-proxy'
import { caughtUp, type Primary, startReplica } from '@loquat/devkit/replica'
import { killAll, postgresPids } from '@loquat/devkit/server-process'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  ask,
  databaseUrl,
  type ReadServer,
  readSettings,
  readsFromReplica,
  startEmptyPrimary,
  startReadServer,
} from './testing/read-server.ts'

let folder = ''
let primary: Primary
const replicas: Primary[] = []
const names = ['primary', 'first', 'second', 'stranger']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-read-faults-'))
  primary = await startEmptyPrimary(join(folder, 'primary'))
  for (const name of ['first', 'second']) replicas.push(await startReplica(primary, join(folder, name)))
}, 180_000)

afterAll(async () => {
  for (const name of names) killAll(await postgresPids(join(folder, name)))
  await rm(folder, { recursive: true, force: true })
}, 60_000)

async function startServer(...readUrls: string[]): Promise<ReadServer> {
  const server = await startReadServer(join(folder, 'files'), readSettings([primary], readUrls))
  onTestFinished(() => server.process.kill())
  return server
}

const search = ({ api }: ReadServer) =>
  api.getMessages({
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'search', operand: 'kettle' }],
  })

const send = ({ api }: ReadServer, content: string) =>
  api.sendMessage({ type: 'channel', to: 'general', topic: 'faults', content })

describe('A replica', () => {
  it('that cancels reads because of a conflict with the primary costs no read', async () => {
    const [replica] = replicas as [Primary]
    await ask(replica, 'alter system set max_standby_streaming_delay = 0')
    await ask(replica, 'select pg_reload_conf()')
    const server = await startServer(databaseUrl(replica))
    const { id } = await send(server, 'the kettle is on')
    await caughtUp(primary, replica)
    await readsFromReplica(server, () => search(server))
    const canceled = async () => {
      const [row] = await ask<{ count: string }>(
        replica,
        "select sum(confl_lock)::text as count from pg_stat_database_conflicts where datname = 'loquat'",
      )
      return Number(row?.count)
    }
    const before = await canceled()
    let isLocking = true
    const read = async () => {
      while (isLocking) {
        expect((await search(server)).messages.map((message) => message.id)).toContain(id)
      }
    }
    const lock = eventually(async () => {
      // The replica has to cancel the statements that read this table.
      await ask(primary, 'begin; lock table message in access exclusive mode; commit')
      expect(await canceled()).toBeGreaterThan(before)
      expect(await server.reads('failed')).toBeGreaterThan(0)
    }).finally(() => {
      isLocking = false
    })
    await Promise.all([lock, read(), read(), read(), read()])
    await readsFromReplica(server, () => search(server))
  })

  it('is not read if its address leads to several servers', async () => {
    const [first, second] = replicas as [Primary, Primary]
    const proxy = await startDatabaseProxy(first.cluster.connection('loquat'))
    onTestFinished(() => proxy.close())
    const server = await startServer(proxy.databaseUrl)
    await send(server, 'the kettle is on')
    await caughtUp(primary, first)
    await readsFromReplica(server, () => search(server))
    // From now on, every further connection leads to the other server.
    proxy.redirect(second.cluster.connection('loquat'))
    const unavailable = await server.reads('unavailable')
    await eventually(async () => {
      const all = await Promise.all(Array.from({ length: 4 }, () => search(server)))
      for (const { messages } of all) expect(messages).not.toEqual([])
      expect(await server.reads('unavailable')).toBeGreaterThan(unavailable)
    })
    // Now they all lead to one server again.
    await caughtUp(primary, second)
    await readsFromReplica(server, () => search(server))
  })

  it('of another database is not read, and the administrator is told', async () => {
    const stranger = await startEmptyPrimary(join(folder, 'stranger'))
    const server = await startServer(databaseUrl(stranger))
    const { id } = await send(server, 'a kettle of our own')
    expect((await search(server)).messages.map((message) => message.id)).toContain(id)
    expect(await server.reads('replica')).toBe(0)
    const env = {
      ...readSettings([primary], [databaseUrl(stranger)]),
      LOQUAT_DATA_DIR: join(folder, 'files'),
    }
    const found = () =>
      execFileSync(process.execPath, ['server/src/bin/admin.js', 'doctor'], { env, encoding: 'utf8' })
    expect(failureOf(found)).toMatch(/Read replica: .*is no replica of the database of DATABASE_URL/)
  })
})

/** The output of a command, whether or not it fails. */
function failureOf(run: () => string): string {
  try {
    return run()
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  }
}
