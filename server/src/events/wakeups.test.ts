import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorld } from '@loquat/devkit'
import { expect, it } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { Wakeups } from './wakeups.ts'

/** Stands between a client and PostgreSQL, and can be broken. */
async function proxyTo(socketFolder: string) {
  const open = new Set<Socket>()
  const state = { broken: false, attempts: 0 }
  const server = createServer((client) => {
    state.attempts++
    client.on('error', () => {})
    if (state.broken) {
      client.destroy()
      return
    }
    const upstream = connect(`${socketFolder}/.s.PGSQL.5432`)
    upstream.on('error', () => {})
    open.add(client).add(upstream)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    state,
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    break: () => {
      state.broken = true
      for (const socket of open) socket.destroy()
      open.clear()
    },
    stop: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

it('a listener that lost its database tries again one attempt at a time, ever less often, and goes on', async () => {
  const { database } = await createWorld({ quiet: true })
  const proxy = await proxyTo(String(database.host))
  const config = { ...database, host: '127.0.0.1', port: proxy.port }
  let reconnected = 0
  const wakeups = new Wakeups(config, createLogger('silent'))
  await wakeups.start({
    onLog: () => {},
    onQueueDeleted: () => {},
    onHits: () => {},
    onReconnected: () => reconnected++,
  })
  proxy.state.attempts = 0
  proxy.break()
  await sleep(1_500)
  // Each failed attempt used to begin a series of its own.
  expect(proxy.state.attempts).toBeGreaterThan(1)
  expect(proxy.state.attempts).toBeLessThan(12)
  proxy.state.broken = false
  for (let n = 0; n < 60 && reconnected === 0; n++) await sleep(100)
  expect(reconnected).toBe(1)
  await wakeups.close()
  proxy.stop()
})
