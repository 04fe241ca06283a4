import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { dataFolder } from '@loquat/devkit/data-folder'
import { startDatabaseProxy } from '@loquat/devkit/database-proxy'
import { freePort, postgresPids, type ServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionFor } from '../db/connection.ts'
import { logIn } from './testing/log-in.ts'

const timeoutMs = 180_000
const longestStopMs = 10_000

/** The output of a server that refuses to start: a sentence without a stack trace. */
async function refusalOf(attempt: Promise<ServerProcess>): Promise<string> {
  const error = (await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as Error | undefined
  const output = error?.message ?? 'it started'
  expect(output).toContain('ended with 1')
  expect(output).not.toMatch(/^\s+at /m)
  return output
}

async function occupiedPort(): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, server }
}

async function queryOf(dataDir: string, text: string): Promise<unknown[]> {
  const connection = await connectionFor({ dataDir, databaseUrl: undefined })
  const client = new pg.Client(connection.config)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  await connection.release()
  return rows
}

describe('A server that cannot start', () => {
  it.each([[[]], [['--workers', '2']]])(
    'reports a port in use, without announcing a restart to clients: %j',
    {
      timeout: timeoutMs,
    },
    async (args) => {
      const { start, dataDir } = await dataFolder()
      const server = await start()
      await (await logIn(server)).register({ event_types: ['restart'] })
      await server.stop()
      const { port } = await occupiedPort()
      expect(await refusalOf(start({ port, args }))).toMatch(/Port \d+ is in use/)
      expect(await queryOf(dataDir, "select from event where type = 'restart'")).toEqual([])
    },
  )

  it('reports a data folder that is not writable', { timeout: timeoutMs }, async () => {
    const { start, dataDir } = await dataFolder('empty')
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    const attempt = start({ env: { LOQUAT_DATA_DIR: join(file, 'data') } })
    expect(await refusalOf(attempt)).toMatch(/data folder .* cannot be written.*LOQUAT_DATA_DIR/)
  })

  it('reports an unreachable database', { timeout: timeoutMs }, async () => {
    const { start } = await dataFolder('empty')
    const attempt = start({ env: { DATABASE_URL: `postgres://loquat@127.0.0.1:${await freePort()}/loquat` } })
    expect(await refusalOf(attempt)).toMatch(/No PostgreSQL answers at 127\.0\.0\.1/)
  })

  it('reports a database of a newer version', { timeout: timeoutMs }, async () => {
    const { start, dataDir } = await dataFolder()
    await queryOf(dataDir, "insert into kysely_migration (name, timestamp) values ('2999-01-01-future', 'x')")
    expect(await refusalOf(start())).toMatch(/newer version of Loquat .*2999-01-01-future/)
  })
})

describe('A server that receives a stop signal', () => {
  it('ends within ten seconds even if its database hangs', { timeout: timeoutMs }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start()
    const api = await logIn(server)
    const pids = await postgresPids(dataDir)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    onTestFinished(() => {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    })
    const sending = api
      .sendMessage({ type: 'channel', to: 'general', topic: 't', content: 'c' })
      .catch(() => {})
    const started = performance.now()
    await server.stop()
    expect(performance.now() - started).toBeLessThan(longestStopMs)
    await sending
  })

  it('ends within ten seconds even if database connections do not respond', {
    timeout: timeoutMs,
  }, async () => {
    const { start, dataDir } = await dataFolder()
    // Keeps PostgreSQL running for the proxy, without serving.
    const connection = await connectionFor({ dataDir, databaseUrl: undefined })
    const proxy = await startDatabaseProxy(connection.config)
    onTestFinished(async () => {
      proxy.close()
      await connection.release()
    })
    const server = await start({ env: { DATABASE_URL: proxy.databaseUrl } })
    const api = await logIn(server)
    proxy.swallow()
    proxy.swallowNew(true)
    const sending = api
      .sendMessage({ type: 'channel', to: 'general', topic: 't', content: 'c' })
      .catch(() => {})
    const started = performance.now()
    await server.stop()
    expect(performance.now() - started).toBeLessThan(longestStopMs)
    await sending
  })
})
