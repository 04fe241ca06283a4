import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '@loquat/client'
import { eventually, startDatabaseProxy, testSecretKey, withReason } from '@loquat/devkit'
import { demote, failOver, promote, startPrimary, startReplica } from '@loquat/devkit/replica'
import { killAll, ownerCredentials, postgresPids, startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'

const admin = (env: Record<string, string>, ...args: string[]) =>
  execFileSync(process.execPath, ['server/src/bin/admin.js', ...args], { env, encoding: 'utf8' })

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-failover-'))
  onTestFinished(async () => {
    for (const name of ['one', 'two']) killAll(await postgresPids(join(folder, name)))
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

async function startEmptyPrimary(dataDir: string) {
  const primary = await startPrimary(dataDir)
  await query(primary.cluster.connection('postgres'), 'create database loquat')
  return primary
}

async function query<T extends pg.QueryResultRow>(config: pg.ClientConfig, text: string): Promise<T[]> {
  const client = new pg.Client(config)
  await client.connect()
  return (await client.query<T>(text).finally(() => client.end())).rows
}

async function ownerApi(url: string) {
  const { email, password } = ownerCredentials
  const { api_key: apiKey } = await createApi({ url }).fetchApiKey({ username: email, password })
  const api = createApi({ url, credentials: { email, apiKey } })
  const send = (content: string) => api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
  const { queue_id, last_event_id } = await api.register({ event_types: ['message'], apply_markdown: false })
  const position = { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 }
  const read = async () => {
    const { events } = await api.getEvents({ ...position, dont_block: true })
    return events.map(({ message }) => (message as { content: string }).content)
  }
  return { send, read }
}

it('A server with two hosts follows a streaming standby that is promoted', async () => {
  const folder = await makeFolder()
  const two = join(folder, 'two')
  const primary = await startEmptyPrimary(join(folder, 'one'))
  const replica = await startReplica(primary, two)
  const { user } = primary.cluster.connection('loquat')
  const sockets = [replica, primary].map(({ cluster }) => String(cluster.connection('loquat').host))
  const env = {
    // The standby first: it answers, and must not be used.
    DATABASE_URL: `postgres://${user}@${sockets.map(encodeURIComponent)}/loquat?target_session_attrs=read-write`,
    LOQUAT_SECRET_KEY: testSecretKey,
  }
  const server = await startServerProcess(join(folder, 'files'), { env, args: ['--workers', '2'] })
  onTestFinished(() => server.kill())
  const { send, read } = await ownerApi(server.url)
  await send('before')
  const isCurrent = `select pg_current_wal_lsn() <= (select min(replay_lsn) from pg_stat_replication) as ok`
  await eventually(async () => {
    const [row] = await query<{ ok: boolean }>(primary.cluster.connection('loquat'), isCurrent)
    expect(row?.ok).toBe(true)
  })

  await failOver(primary, replica)
  await eventually(() => send('after'))
  const texts = await eventually(read)
  // The new organization's own first messages may come between them.
  expect(texts.filter((text) => text === 'before' || text === 'after')).toEqual(['before', 'after'])

  // The former primary comes back and accepts writes, as a machine that was cut off. It is not used, not even alone.
  await primary.cluster.ensure()
  killAll(await postgresPids(two))
  await eventually(async () => {
    const refusal = await send('to nobody').catch((error: Error) => error.message)
    expect(refusal).toMatch(/database/i)
  })
  for (let n = 0; n < 20; n++) await expect(send('to nobody')).rejects.toMatchObject({ status: 503 })
  await replica.cluster.ensure()
  await eventually(() => send('at last'))
  expect((await eventually(read)).length).toBeGreaterThan(texts.length)

  const own = { ...env, LOQUAT_DATA_DIR: join(folder, 'files') }
  expect(admin(own, 'backup', '--out', join(folder, 'backup.tar.zst'))).toMatch(/backup\.tar\.zst/)
  expect(admin(own, 'backup', 'verify', join(folder, 'backup.tar.zst'))).toMatch(/rows/i)
})

it('A server does not read from its former primary, which may have commits that no other database has', async () => {
  const folder = await makeFolder()
  const primary = await startEmptyPrimary(join(folder, 'one'))
  const proxy = await startDatabaseProxy(primary.cluster.connection('loquat'))
  onTestFinished(() => proxy.close())
  const env = { DATABASE_URL: proxy.databaseUrl, LOQUAT_SECRET_KEY: testSecretKey }
  const server = await startServerProcess(join(folder, 'files'), { env })
  onTestFinished(() => server.kill())
  const { send, read } = await ownerApi(server.url)
  await send('before')

  proxy.refuse('57P03')
  proxy.disconnect()
  // As after a commit that waited for a standby when the primary was stopped.
  await query(
    primary.cluster.connection('loquat'),
    `with log as (update realm_log set last_seq = last_seq + 1 returning realm_id, last_seq)
     insert into event (realm_id, seq, type, payload, audience, touches)
     select realm_id, last_seq, type, replace(payload, 'before', 'unconfirmed'), audience, touches
     from log join event using (realm_id) where seq = last_seq - 1 and type = 'message'`,
  )
  await demote(primary)
  proxy.refuse(false)
  await eventually(() => expect(read()).rejects.toMatchObject(withReason('database-read-only')))
  await expect(read()).rejects.toMatchObject({ status: 503 })

  await promote(primary)
  expect((await eventually(read)).filter((text) => text !== 'before').length).toBeGreaterThan(0)
})

it('A server goes on if a worker ends while the database refuses connections, and replaces it afterwards', async () => {
  const folder = await makeFolder()
  const primary = await startEmptyPrimary(join(folder, 'one'))
  const proxy = await startDatabaseProxy(primary.cluster.connection('loquat'))
  onTestFinished(() => proxy.close())
  const env = { DATABASE_URL: proxy.databaseUrl, LOQUAT_SECRET_KEY: testSecretKey }
  const server = await startServerProcess(join(folder, 'files'), { env, args: ['--workers', '2'] })
  onTestFinished(() => server.kill())
  const { send } = await ownerApi(server.url)
  const workers = await eventually(async () => {
    const pids = await server.workers()
    expect(pids).toHaveLength(2)
    return pids
  })

  proxy.refuse('57P03')
  proxy.disconnect()
  killAll(workers.slice(0, 1))
  // Why the next worker could not start.
  await eventually(() => expect(server.output()).toContain('is starting or stopping'))
  proxy.refuse(false)
  await eventually(() => send('after'))
  await eventually(async () => expect(await server.workers()).toHaveLength(2))
})
