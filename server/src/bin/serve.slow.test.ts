import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Api, ApiError, createApi } from '@loquat/client'
import { eventually, parseMetrics } from '@loquat/devkit'
import { dataFolder } from '@loquat/devkit/data-folder'
import { killAll, ownerCredentials, postgresPids } from '@loquat/devkit/server-process'
import { describe, expect, it } from 'vitest'
import { logIn } from './testing/log-in.ts'

const timeoutMs = 180_000

const currentSecond = () => Math.floor(Date.now() / 1_000)

const send = (api: Api, content: string) =>
  api.sendMessage({ type: 'channel', to: 'general', topic: 'durability', content })

async function allMessages(api: Api): Promise<Map<number, string>> {
  const { messages } = await api.getMessages({
    anchor: 'newest',
    num_before: 5_000,
    num_after: 0,
    apply_markdown: false,
  })
  return new Map(messages.map((message) => [message.id, message.content]))
}

/** Excludes messages of the server itself. */
const isOurs = ([, content]: [number, string]) => content.startsWith('client ')

/** Keeps sending from several clients until the end, also when a busy server turns a request away. */
function keepSending(api: Api, clients: number) {
  const acknowledged = new Map<number, string>()
  let hasEnded = false
  const client = async (name: number) => {
    for (let n = 0; !hasEnded; n++) {
      const content = `client ${name}, message ${n}`
      try {
        acknowledged.set((await send(api, content)).id, content)
      } catch (error) {
        if (error instanceof ApiError && !error.isTemporary) throw error
      }
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, (_, name) => client(name)))
  const end = async () => {
    hasEnded = true
    await ended
  }
  return { acknowledged, end }
}

describe('npm start', () => {
  it('creates the organization and its owner once, and prints the next steps', {
    timeout: timeoutMs,
  }, async () => {
    const { start } = await dataFolder('empty')
    const first = await start({ env: { LOQUAT_OWNER_PASSWORD: '', LOQUAT_ORGANIZATION: 'Orchard' } })
    const password = /Password\s+(\S+)/.exec(first.output())?.[1] ?? ''
    expect(first.output()).toContain('"Orchard"')
    const login = createApi({ url: first.url }).fetchApiKey({ username: ownerCredentials.email, password })
    expect((await login).email).toBe(ownerCredentials.email)
    await first.stop()
    const second = await start()
    expect(second.output()).not.toContain('Password')
    expect((await createApi({ url: second.url }).getServerSettings()).realm_name).toBe('Orchard')
  })

  it('stops on a signal: answers waiting polls and stops PostgreSQL', {
    timeout: timeoutMs,
  }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start()
    const api = await logIn(server)
    const { queue_id, last_event_id } = await api.register({ event_types: ['message'] })
    const poll = api.getEvents({ queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 })
    await eventually(async () => {
      const metrics = await fetch(`${server.url}/metrics`).then((response) => response.text())
      expect(metrics).toMatch(/^loquat_parked_polls 1$/m)
    })
    await server.stop()
    expect((await poll).events).toEqual([])
    expect(await postgresPids(dataDir)).toEqual([])
  })

  it('uses a PostgreSQL that is still running after its server ended', { timeout: timeoutMs }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start()
    const { id } = await send(await logIn(server), 'before')
    await server.kill()
    const orphans = await postgresPids(dataDir)
    expect(orphans.length).toBeGreaterThan(0)
    const next = await start()
    expect((await postgresPids(dataDir))[0]).toBe(orphans[0])
    expect((await allMessages(await logIn(next))).get(id)).toBe('before')
  })

  it('restarts PostgreSQL when it dies, and continues', { timeout: timeoutMs }, async () => {
    const { start, dataDir } = await dataFolder()
    const api = await logIn(await start())
    const { queue_id, last_event_id } = await api.register({
      event_types: ['message'],
      apply_markdown: false,
    })
    const before = await send(api, 'before')
    killAll(await postgresPids(dataDir))
    const after = await eventually(() => send(api, 'after'))
    const cursor = { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 }
    const { events } = await api.getEvents({ ...cursor, dont_block: true })
    const received = events as unknown as { message: { id: number } }[]
    expect(received.map(({ message }) => message.id)).toEqual([before.id, after.id])
  })

  it('ignores a pid file that names another process', { timeout: timeoutMs }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start()
    // The server first: it would restart PostgreSQL.
    await server.kill()
    killAll(await postgresPids(dataDir))
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, [process.pid, ...rest].join('\n'))
    const next = await start()
    const { id } = await send(await logIn(next), 'it started')
    expect((await allMessages(await logIn(next))).get(id)).toBe('it started')
  })

  it('makes PostgreSQL listen only on a socket in its folder, never on TCP', {
    timeout: timeoutMs,
  }, async () => {
    const { start, dataDir } = await dataFolder()
    await start()
    const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    const [, , , port, socketFolder, tcp] = file.split('\n')
    expect({ port, tcp }).toEqual({ port: '5432', tcp: '' })
    expect(socketFolder).toBe(join(dataDir, 'socket'))
  })

  it('shares its database with a second server that is started on the same folder', {
    timeout: timeoutMs,
  }, async () => {
    const { start } = await dataFolder()
    const one = await start()
    const two = await start()
    const { id } = await send(await logIn(one), 'through the first')
    await one.stop()
    expect((await allMessages(await logIn(two))).get(id)).toBe('through the first')
  })

  it('restricts its folder to its own account, even if it was open before', {
    timeout: timeoutMs,
  }, async () => {
    const { dataDir, start } = await dataFolder()
    await chmod(dataDir, 0o755)
    await (await start()).stop()
    // As root, the group of PostgreSQL's account may traverse the folder, but not list it.
    const isRoot = process.getuid?.() === 0
    expect([0o700, ...(isRoot ? [0o710] : [])]).toContain((await stat(dataDir)).mode & 0o777)
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600)
  })

  it('refuses to start with a wrong secret key, in one sentence', {
    timeout: timeoutMs,
  }, async () => {
    const { start } = await dataFolder()
    const attempt = start({ env: { LOQUAT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') } })
    await expect(attempt).rejects.toThrow(
      /ended with 1:\nThe data of this database was encrypted with another secret key: [^\n]*\.\n$/,
    )
  })

  it('refuses invalid settings, naming each of them', { timeout: timeoutMs }, async () => {
    const { start } = await dataFolder()
    const attempt = start({ env: { LOQUAT_RATE_LIMITS: 'maybe', LOQUAT_URL: 'nowhere' } })
    await expect(attempt).rejects.toThrow(
      /LOQUAT_URL[\s\S]*LOQUAT_RATE_LIMITS|LOQUAT_RATE_LIMITS[\s\S]*LOQUAT_URL/,
    )
  })
})

describe('npm start -- --workers', () => {
  it('serves with several processes on one port, and replaces one that is killed', {
    timeout: timeoutMs,
  }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start({ args: ['--workers', '2'] })
    const api = await logIn(server)
    const { queue_id, last_event_id } = await api.register({
      event_types: ['message'],
      apply_markdown: false,
    })
    const [victim] = await server.workers()
    const { id: before } = await send(api, 'client before')
    process.kill(victim ?? 0, 'SIGKILL')
    const { id: after } = await eventually(() => send(api, 'client after'))
    // Connections to the one that was killed may still fail.
    const { events } = await eventually(() =>
      api.getEvents({ queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1, dont_block: true }),
    )
    const contents = (events as unknown as { message: { id: number } }[]).map(({ message }) => message.id)
    expect(contents).toEqual(expect.arrayContaining([before, after]))
    await eventually(() => expect(server.output()).toContain('another takes its place'))
    await eventually(async () => expect((await server.workers()).length).toBe(2))
    await server.stop()
    expect(await postgresPids(dataDir)).toEqual([])
  })

  it('appears to clients as one server, which announces its restart once', {
    timeout: timeoutMs,
  }, async () => {
    const { start } = await dataFolder()
    const before = await start()
    const earlier = await logIn(before)
    const { queue_id, last_event_id } = await eventually(() => earlier.register({ event_types: ['restart'] }))
    await before.stop()
    const server = await start({ args: ['--workers', '2'] })
    const api = await logIn(server)
    const generations = new Set<number | undefined>()
    const ask = async () =>
      generations.add((await api.register({ fetch_event_types: ['realm'] })).server_generation)
    await eventually(ask)
    const first = await server.workers()
    for (const pid of first) {
      // Generations are numbered by the second of their start: the next worker starts in another one.
      const second = currentSecond()
      await eventually(() => expect(currentSecond()).toBeGreaterThan(second))
      process.kill(pid, 'SIGKILL')
      await eventually(ask)
    }
    const queue = { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1, dont_block: true }
    const { events } = await eventually(() => api.getEvents(queue))
    expect(events).toMatchObject([{ type: 'restart', server_generation: [...generations][0] }])
    expect([...generations]).toHaveLength(1)
  })

  it('shows the metrics of all processes together, which do not fall when one ends', {
    timeout: timeoutMs,
  }, async () => {
    const { start } = await dataFolder()
    const server = await start({ args: ['--workers', '2'] })
    const api = await logIn(server)
    for (let n = 0; n < 10; n++) await send(api, `client ${n}`)
    const scrape = async () => {
      const response = await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } })
      return parseMetrics(await response.text())
    }
    const valueIn = (metrics: Awaited<ReturnType<typeof scrape>>, name: string) =>
      metrics.get(name)?.values.get(name)
    await eventually(async () => expect(valueIn(await scrape(), 'loquat_processes')).toBe(2))
    // Whichever process answers.
    for (let n = 0; n < 6; n++) {
      const metrics = await eventually(scrape)
      expect(valueIn(metrics, 'loquat_messages_sent_total')).toBe(10)
      expect(valueIn(metrics, 'loquat_processes')).toBe(2)
      expect([...(metrics.get('loquat_log_lag_events')?.values.keys() ?? [])].sort()).toEqual([
        'loquat_log_lag_events{process="1"}',
        'loquat_log_lag_events{process="2"}',
      ])
    }
    for (const pid of await server.workers()) process.kill(pid, 'SIGKILL')
    await eventually(async () => {
      const metrics = await scrape()
      expect(valueIn(metrics, 'loquat_processes')).toBe(2)
      expect(valueIn(metrics, 'loquat_messages_sent_total')).toBe(10)
    })
  })

  it('refuses an invalid number', { timeout: timeoutMs }, async () => {
    const { start } = await dataFolder()
    await expect(start({ args: ['--workers', 'many'] })).rejects.toThrow(/--workers must be a number/)
  })
})

describe('kill -9 of all processes during sends', () => {
  it('loses no acknowledged message, and queues continue', {
    timeout: timeoutMs,
  }, async () => {
    const { start, dataDir } = await dataFolder()
    const server = await start()
    const api = await logIn(server)
    const { queue_id, last_event_id } = await api.register({
      event_types: ['message'],
      apply_markdown: false,
    })
    const cursor = { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 }
    const { acknowledged, end } = keepSending(api, 8)
    const seen: { id: number; message: number; content: string }[] = []
    const take = async (reader: Api, dontBlock: boolean) => {
      const { events } = await reader.getEvents({ ...cursor, dont_block: dontBlock })
      // Without messages for a while there are heartbeats.
      const messages = events.filter(({ type }) => type === 'message')
      for (const event of messages as unknown as { id: number; message: { id: number; content: string } }[]) {
        seen.push({ id: event.id, message: event.message.id, content: event.message.content })
        cursor.last_event_id = event.id
      }
      return messages.length
    }
    while (seen.length < 100) await take(api, false)

    const pids = await postgresPids(dataDir)
    await server.kill()
    killAll(pids)
    await end()
    expect(acknowledged.size).toBeGreaterThan(50)

    const again = await start({ port: server.port })
    const after = await logIn(again)
    while ((await take(after, true)) > 0);
    const stored = await allMessages(after)
    for (const [id, content] of acknowledged) expect(stored.get(id)).toBe(content)

    // Every stored message was delivered once and in order, and new ones follow.
    const ids = seen.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    const delivered = seen.map(({ message, content }): [number, string] => [message, content])
    expect(delivered.filter(isOurs)).toEqual([...stored].filter(isOurs))
    const { id } = await send(after, 'afterward')
    await take(after, false)
    expect(seen.at(-1)).toMatchObject({ message: id, content: 'afterward' })
  })
})
