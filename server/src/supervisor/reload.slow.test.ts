import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eventually } from '@loquat/devkit'
import { dataFolder } from '@loquat/devkit/data-folder'
import { freePort, killAll, postgresPids, type ServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { logIn } from '../bin/testing/log-in.ts'
import { connectionFor } from '../db/connection.ts'
import { ownerClient } from './testing/plain-client.ts'
import { Traffic } from './testing/traffic.ts'

const timeoutMs = 240_000
const adminProgram = fileURLToPath(new URL('../bin/admin.js', import.meta.url))
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const serveProgram = fileURLToPath(new URL('../bin/serve.js', import.meta.url))
const finished = 'Reload finished'
/** Idle connections of the test itself would stay open for longer. */
const shortDrain = { LOQUAT_DRAIN_SECONDS: '8' }

const reload = (server: ServerProcess) => process.kill(server.pid, 'SIGHUP')
const countOf = (server: ServerProcess, line: string) => server.output().split(line).length - 1

async function untilPrinted(server: ServerProcess, line: string, times = 1): Promise<void> {
  await eventually(() => expect(countOf(server, line), server.output()).toBe(times))
}

/** Keeps new workers from getting ready until it is called. */
async function holdStarts(dataDir: string): Promise<() => Promise<void>> {
  const connection = await connectionFor({ dataDir, databaseUrl: undefined })
  const client = new pg.Client(connection.config)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  await client.query("select pg_advisory_lock(hashtext('loquat migrations'))")
  return async () => {
    await client.query("select pg_advisory_unlock(hashtext('loquat migrations'))")
  }
}

async function runReload(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [adminProgram, 'reload', ...args], { env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'exit')
  return { code, output }
}

describe('A reload', () => {
  it.each([1, 2])(
    'replaces %i workers without a failed request or a lost event',
    {
      timeout: timeoutMs,
    },
    async (workers) => {
      const { start } = await dataFolder()
      const server = await start({ args: ['--workers', String(workers)], env: shortDrain })
      await eventually(async () => expect(await server.workers()).toHaveLength(workers))
      const client = await ownerClient(server.url)
      const traffic = await Traffic.start(client)
      const old = await server.workers()
      const busy = async (uploads: number) =>
        await eventually(() => expect(client.succeeded.upload).toBeGreaterThanOrEqual(uploads))
      await busy(2)

      // An upload in one request, of which the first half arrives before the reload and the second one after it.
      const halfway = Promise.withResolvers<void>()
      const file = async function* () {
        yield Buffer.from(
          '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nfirst half, ',
        )
        await halfway.promise
        yield Buffer.from('second half\r\n--x--\r\n')
      }
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const path = '/api/v1/user_uploads'
      const slow = client.send('slow upload', { method: 'POST', path, headers, body: file() })

      reload(server)
      await untilPrinted(server, 'takes over from')
      halfway.resolve()
      expect((await slow)?.status, client.failures.join()).toBe(200)
      await untilPrinted(server, finished)
      await busy((client.succeeded.upload ?? 0) + 2)
      const { sent, lost, repeated } = await traffic.end()
      console.log(
        `reload of ${workers}: ${JSON.stringify({ ...client.succeeded, failed: client.failures.length, lost })}`,
      )
      expect(client.failures).toEqual([])
      expect({ lost, repeated }).toEqual({ lost: 0, repeated: 0 })
      expect(sent).toBeGreaterThan(20)
      const current = await server.workers()
      expect(current).toHaveLength(workers)
      expect(current.filter((pid) => old.includes(pid))).toEqual([])
    },
  )

  it('answers the next request on an idle connection, closes it then, and announces a restart once', {
    timeout: timeoutMs,
  }, async () => {
    const { start } = await dataFolder()
    const server = await start({ env: shortDrain })
    const api = await logIn(server)
    const { queue_id, last_event_id } = await api.register({ event_types: ['restart'] })
    const { server_generation: before = 0 } = await api.register({ fetch_event_types: ['realm'] })
    const client = await ownerClient(server.url)
    const path = '/api/v1/users/me'
    expect((await client.send('before', { path }))?.headers.connection).toBe('keep-alive')
    reload(server)
    await untilPrinted(server, 'takes over from')
    expect((await client.send('meanwhile', { path }))?.headers.connection).toBe('close')
    await untilPrinted(server, finished)
    expect((await client.send('after', { path }))?.headers.connection).toBe('keep-alive')
    expect(client.failures).toEqual([])
    const queue = { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 }
    const { events } = await eventually(async () => {
      const page = await api.getEvents({ ...queue, dont_block: true })
      expect(page.events).not.toEqual([])
      return page
    })
    const { server_generation: after = 0 } = await api.register({ fetch_event_types: ['realm'] })
    expect(events).toMatchObject([{ type: 'restart', server_generation: after }])
    expect(after).toBeGreaterThan(before)
  })

  it('gives up after a deadline if a new worker does not get ready, and keeps the old ones', {
    timeout: timeoutMs,
  }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start({ env: { LOQUAT_READY_SECONDS: '3' } })
    const old = await server.workers()
    const release = await holdStarts(dataDir)
    reload(server)
    await untilPrinted(
      server,
      'Reload failed: The new worker was not ready after 3 seconds. No worker was replaced.',
    )
    await eventually(async () => expect(await server.workers()).toEqual(old))
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    await release()
  })

  it('runs once more if it is requested during a reload, however often', {
    timeout: timeoutMs,
  }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start({ env: { LOQUAT_DRAIN_SECONDS: '2' } })
    const release = await holdStarts(dataDir)
    reload(server)
    await eventually(async () => expect(await server.workers()).toHaveLength(2))
    reload(server)
    await untilPrinted(server, 'A reload is running. This one follows it.')
    reload(server)
    await untilPrinted(server, 'another one waits: it includes this one.')
    await release()
    await untilPrinted(server, 'takes over from', 2)
    await untilPrinted(server, finished, 2)
    expect(countOf(server, 'takes over from')).toBe(2)
  })

  it('ends with everything else on SIGTERM', { timeout: timeoutMs }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start()
    await holdStarts(dataDir)
    reload(server)
    await eventually(async () => expect(await server.workers()).toHaveLength(2))
    const pids = await server.workers()
    const started = performance.now()
    await server.stop()
    expect(performance.now() - started).toBeLessThan(10_000)
    const isRunning = (pid: number) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    expect(pids.filter(isRunning)).toEqual([])
    expect(server.output()).toContain('Reload failed: The server is stopping.')
  })

  it('closes connections that are left after the drain deadline', { timeout: timeoutMs }, async () => {
    const { start } = await dataFolder()
    const server = await start({ env: { LOQUAT_DRAIN_SECONDS: '1' } })
    const client = await ownerClient(server.url)
    const forever = async function* () {
      yield Buffer.from('--x\r\n')
      await new Promise(() => {})
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const path = '/api/v1/user_uploads'
    const stuck = client.send('stuck', { method: 'POST', path, headers, body: forever() })
    await eventually(async () => {
      const metrics = await fetch(`${server.url}/metrics`).then((response) => response.text())
      expect(metrics).toMatch(/^loquat_requests_under_way [2-9]$/m)
    })
    reload(server)
    await untilPrinted(server, finished)
    await stuck
    expect(client.failures).toHaveLength(1)
  })
})

const isUp = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('A terminal that is closed', () => {
  it('ends the server, which would reload on the same signal otherwise', { timeout: timeoutMs }, async () => {
    const { dataDir } = await dataFolder()
    const port = await freePort()
    const env = { PORT: String(port), LOQUAT_DATA_DIR: dataDir, LOQUAT_WEB_APP: 'off', SHELL: '/bin/sh' }
    const command = `exec ${process.execPath} ${serveProgram}`
    const terminal = spawn('script', ['-qc', command, '/dev/null'], { env, stdio: 'ignore' })
    onTestFinished(() => void terminal.kill('SIGKILL'))
    await eventually(async () => expect(await isUp(port)).toBe(true))
    terminal.kill('SIGKILL')
    await eventually(async () => expect(await isUp(port)).toBe(false))
    await eventually(async () => expect(await postgresPids(dataDir)).toEqual([]))
  })
})

describe('SIGTERM to npm', () => {
  it('ends the server that npm has started', { timeout: timeoutMs }, async () => {
    const { dataDir } = await dataFolder()
    const port = await freePort()
    const settings = { PORT: String(port), LOQUAT_DATA_DIR: dataDir, LOQUAT_WEB_APP: 'off' }
    const env = { ...process.env, ...settings }
    const npm = spawn('npm', ['start'], { cwd: repository, env, stdio: 'ignore', detached: true })
    await once(npm, 'spawn')
    // The group, in case the server outlives npm.
    onTestFinished(() => killAll([-npm.pid!]))
    await eventually(async () => expect(await isUp(port)).toBe(true))
    npm.kill('SIGTERM')
    await eventually(async () => expect(await isUp(port)).toBe(false))
    await eventually(async () => expect(await postgresPids(dataDir)).toEqual([]))
  })
})

describe('npm run admin -- reload', () => {
  it('waits for the reload, with the settings of the server or of the command', {
    timeout: timeoutMs,
  }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start({ env: { LOQUAT_DRAIN_SECONDS: '1', LOQUAT_MAX_UPLOAD_MIB: '7' } })
    const place = {
      PORT: String(server.port),
      LOQUAT_DATA_DIR: dataDir,
      LOQUAT_WEB_APP: 'off',
      LOQUAT_DRAIN_SECONDS: '1',
    }
    const uploadLimit = async () =>
      (await (await logIn(server)).register({ fetch_event_types: ['realm'] })).max_file_upload_size_mib
    const [old = 0] = await server.workers()

    const kept = await runReload(place)
    expect(kept).toMatchObject({ code: 0, output: expect.stringContaining(finished) })
    expect(kept.output).toContain(`takes over from ${old}`)
    expect(await uploadLimit()).toBe(7)

    const changed = await runReload({ ...place, LOQUAT_MAX_UPLOAD_MIB: '9' }, ['--with-environment'])
    expect(changed.code, changed.output).toBe(0)
    expect(await uploadLimit()).toBe(9)

    const refused = await runReload({ ...place, HOST: '0.0.0.0' }, ['--with-environment'])
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('A change of HOST needs a restart. No worker was replaced.')

    await server.stop()
    expect(await postgresPids(dataDir)).toEqual([])
    const missing = await runReload(place)
    expect(missing.code).toBe(1)
    expect(missing.output).toContain(`answers on port ${server.port}`)
  })
})
