import { connect, createServer, type Socket } from 'node:net'
import { createWorld, eventually, eventuallyAtRest } from '@loquat/devkit'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { Wakeups } from './wakeups.ts'

/** Stands between a client and PostgreSQL, and can be broken. */
async function proxyTo(socketFolder: string) {
  const open = new Set<Socket>()
  const state = { broken: false, ignoresListen: false, attempts: [] as number[] }
  const server = createServer((client) => {
    state.attempts.push(performance.now())
    client.on('error', () => {})
    if (state.broken) {
      client.destroy()
      return
    }
    const upstream = connect(`${socketFolder}/.s.PGSQL.5432`)
    upstream.on('error', () => {})
    open.add(client).add(upstream)
    upstream.pipe(client)
    client.on('data', (chunk) => {
      if (!state.ignoresListen || !chunk.includes('listen ')) upstream.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const dropAll = () => {
    for (const socket of open) socket.destroy()
    open.clear()
  }
  return {
    state,
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    dropAll,
    break: () => {
      state.broken = true
      dropAll()
    },
    stop: () => {
      dropAll()
      server.close()
    },
  }
}

async function startListener() {
  const { database } = await createWorld({ quiet: true })
  const proxy = await proxyTo(String(database.host))
  const config = { ...database, host: '127.0.0.1', port: proxy.port }
  const counts = { reconnected: 0 }
  const wakeups = new Wakeups(config, createLogger('silent'))
  await wakeups.start({
    onLog: () => {},
    onQueueDeleted: () => {},
    onHits: () => {},
    onReconnected: () => counts.reconnected++,
  })
  onTestFinished(async () => {
    await wakeups.close()
    proxy.stop()
  })
  proxy.state.attempts = []
  return { proxy, counts }
}

it('A listener without its database reconnects with one attempt at a time and increasing delays, and continues', async () => {
  const { proxy, counts } = await startListener()
  proxy.break()
  await eventually(() => expect(proxy.state.attempts.length).toBeGreaterThanOrEqual(4))
  const [first = 0, ...later] = proxy.state.attempts
  // Timers may be late but never early. Each failed attempt used to begin a series of its own.
  const waits = later.slice(0, 3).map((time, n) => time - (later[n - 1] ?? first))
  for (const [n, least] of [190, 390, 790].entries()) expect(waits[n]).toBeGreaterThan(least)
  proxy.state.broken = false
  await eventually(() => expect(counts.reconnected).toBe(1))
})

it('A listener gives up a connection that goes silent before it listens', async () => {
  const { proxy, counts } = await startListener()
  proxy.state.ignoresListen = true
  proxy.dropAll()
  await eventually(() => expect(proxy.state.attempts.length).toBeGreaterThanOrEqual(2))
  proxy.state.ignoresListen = false
  await eventually(() => expect(counts.reconnected).toBe(1))
})

it('Frequent new messages of one organization are announced together, urgent changes and other organizations at once', async () => {
  const { database } = await createWorld({ quiet: true })
  const heard: string[] = []
  const listener = {
    onLog: (id: number, { isUrgent }: { isUrgent: boolean }) =>
      void heard.push(`${id} ${isUrgent ? 'urgent' : 'plain'}`),
    onQueueDeleted: () => {},
    onHits: () => {},
    onReconnected: () => {},
  }
  const [here, there] = [1, 2].map(() => new Wakeups(database, createLogger('silent')))
  if (here === undefined || there === undefined) throw new Error('A process is missing.')
  for (const one of [here, there]) {
    await one.start(listener)
    onTestFinished(() => one.close())
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())

  for (let n = 0; n < 3; n++) here.notifyLog(1, { isUrgent: false })
  here.notifyLog(2, { isUrgent: false })
  here.notifyLog(1)
  await eventuallyAtRest(() => heard.length >= 3)
  expect(heard.splice(0).toSorted()).toEqual(['1 plain', '1 urgent', '2 plain'])

  vi.advanceTimersByTime(10)
  here.notifyLog(3)
  await eventuallyAtRest(() => heard.length >= 2)
  expect(heard.splice(0).toSorted()).toEqual(['1 plain', '3 urgent'])

  // Nothing is left to announce.
  vi.advanceTimersByTime(100)
  here.notifyLog(4)
  await eventuallyAtRest(() => heard.length > 0)
  expect(heard.splice(0)).toEqual(['4 urgent'])

  // A process that ends announces what it has put off.
  here.notifyLog(5, { isUrgent: false })
  await eventuallyAtRest(() => heard.length > 0)
  expect(heard.splice(0)).toEqual(['5 plain'])
  here.notifyLog(5, { isUrgent: false })
  await here.close()
  await eventuallyAtRest(() => heard.length > 0)
  expect(heard).toEqual(['5 plain'])
})
