import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '@loquat/client'
import { dropDatabase, eventually, runOutsideTransaction, testSecretKey } from '@loquat/devkit'
import { endProcess, freePort, ownerCredentials, startServerProcess } from '@loquat/devkit/server-process'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { root } from './repository.ts'
import { ensureInstalled, systemPath } from './testing/debian-programs.ts'

const patience = 300_000

beforeAll(() => ensureInstalled({ pgbouncer: 'pgbouncer' }), patience)

interface Message {
  content: string
}

type PoolMode = 'session' | 'transaction'

/** PgBouncer in front of a new database, and the environment of a server on it. Ends with the test. */
async function pooled(mode: PoolMode) {
  const postgres = inject('postgres')
  const database = `pooled_${randomUUID().replaceAll('-', '')}`
  await runOutsideTransaction({ ...postgres, database: 'postgres' }, `create database ${database}`)
  const folder = mkdtempSync(join(tmpdir(), 'loquat-pgbouncer-'))
  chmodSync(folder, 0o755)
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true })
    await dropDatabase(postgres, database)
  })
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=${postgres.host} user=${postgres.user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
user = postgres
`,
  )
  const start = async () => {
    const child = spawn('pgbouncer', ['-q', config], { env: { PATH: systemPath }, stdio: 'ignore' })
    onTestFinished(() => endProcess(child, 'SIGKILL'))
    await eventually(() => answers(port))
    return child
  }
  const env = {
    DATABASE_URL: `postgres://${postgres.user}@127.0.0.1:${port}/${database}`,
    LOQUAT_SECRET_KEY: testSecretKey,
  }
  return { start, env, folder }
}

const answers = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end()
      resolve()
    }).on('error', reject)
  })

describe('behind PgBouncer', () => {
  it('in session mode everything works, and continues after PgBouncer was restarted', {
    timeout: patience,
  }, async () => {
    const { start, env, folder } = await pooled('session')
    const first = await start()
    const server = await startServerProcess(join(folder, 'data'), { env, args: ['--workers', '2'] })
    onTestFinished(() => server.kill())
    const { email, password } = ownerCredentials
    const { api_key: apiKey } = await createApi({ url: server.url }).fetchApiKey({
      username: email,
      password,
    })
    const api = createApi({ url: server.url, credentials: { email, apiKey } })
    const send = (content: string) => api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
    const { queue_id, last_event_id } = await api.register({
      event_types: ['message'],
      apply_markdown: false,
    })
    const untilReceived = (...contents: string[]) =>
      eventually(async () => {
        const { events } = await api.getEvents({
          queue_id: queue_id ?? '',
          last_event_id: last_event_id ?? -1,
          dont_block: true,
        })
        const received = events.map(({ message }) => (message as Message).content)
        expect(received).toEqual(expect.arrayContaining(contents))
      })
    // More than once, because frequent statements are prepared, and any of the workers may answer.
    const contents = Array.from({ length: 20 }, (_, n) => `before ${n}`)
    for (const content of contents) await send(content)
    await untilReceived(...contents)
    // Sent by a job.
    const soon = Math.floor(Date.now() / 1_000) + 2
    await api.createScheduledMessage({
      type: 'channel',
      to: await generalId(api),
      topic: 'x',
      content: 'scheduled',
      scheduled_delivery_timestamp: soon,
    })
    await untilReceived('scheduled')
    const admin = (...args: string[]) =>
      execFileSync(process.execPath, ['server/src/bin/admin.js', ...args], {
        cwd: root,
        env: { ...env, LOQUAT_DATA_DIR: join(folder, 'data') },
        encoding: 'utf8',
      })
    const archive = join(folder, 'backup.tar.zst')
    admin('backup', '--out', archive)
    expect(admin('backup', 'verify', archive)).toMatch(/rows/)

    await endProcess(first, 'SIGKILL')
    await start()
    await eventually(() => send('after'))
    await untilReceived(...contents, 'scheduled', 'after')
  })

  it('in transaction mode the server refuses to start, and says why', { timeout: patience }, async () => {
    const { start, env, folder } = await pooled('transaction')
    await start()
    const attempt = startServerProcess(join(folder, 'data'), { env })
    await expect(attempt).rejects.toThrow(/pooler that shares connections.*pool_mode = session/)
  })
})

async function generalId(api: ReturnType<typeof createApi>): Promise<number> {
  const { stream_id } = await api.getChannelId({ stream: 'general' })
  return stream_id
}
