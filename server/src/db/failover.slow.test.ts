import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '@loquat/client'
import { eventually, testSecretKey } from '@loquat/devkit'
import { failOver, startPrimary, startReplica } from '@loquat/devkit/replica'
import { killAll, ownerCredentials, postgresPids, startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'

const admin = (env: Record<string, string>, ...args: string[]) =>
  execFileSync(process.execPath, ['server/src/bin/admin.ts', ...args], { env, encoding: 'utf8' })

it('A server with two hosts follows a streaming standby that is promoted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-two-hosts-'))
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  onTestFinished(async () => {
    for (const dataDir of [one, two]) killAll(await postgresPids(dataDir))
    await rm(folder, { recursive: true, force: true })
  })
  const primary = await startPrimary(one)
  const client = new pg.Client(primary.cluster.connection('postgres'))
  await client.connect()
  await client.query('create database loquat')
  await client.end()
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
  const { api_key: apiKey } = await createApi({ url: server.url }).fetchApiKey({
    username: ownerCredentials.email,
    password: ownerCredentials.password,
  })
  const api = createApi({ url: server.url, credentials: { email: ownerCredentials.email, apiKey } })
  const send = (content: string) => api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
  const { queue_id, last_event_id } = await api.register({ event_types: ['message'], apply_markdown: false })
  await send('before')
  const isCurrent = `select pg_current_wal_lsn() <= (select min(replay_lsn) from pg_stat_replication) as ok`
  await eventually(async () => {
    const direct = new pg.Client(primary.cluster.connection('loquat'))
    await direct.connect()
    const { rows } = await direct.query<{ ok: boolean }>(isCurrent).finally(() => direct.end())
    expect(rows[0]?.ok).toBe(true)
  })

  await failOver(primary, replica)
  await eventually(() => send('after'))
  const { events } = await eventually(() =>
    api.getEvents({ queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1, dont_block: true }),
  )
  const texts = events.map(({ message }) => (message as { content: string }).content)
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
  const read = { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1, dont_block: true }
  const { events: later } = await eventually(() => api.getEvents(read))
  expect(later.length).toBeGreaterThan(events.length)

  const own = { ...env, LOQUAT_DATA_DIR: join(folder, 'files') }
  expect(admin(own, 'backup', '--out', join(folder, 'backup.tar.zst'))).toMatch(/backup\.tar\.zst/)
  expect(admin(own, 'backup', 'verify', join(folder, 'backup.tar.zst'))).toMatch(/rows/i)
})
