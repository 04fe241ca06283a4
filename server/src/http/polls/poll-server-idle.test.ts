import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ServerLifecycle } from '../shutdown.ts'
import type { PollConnection } from './poll-connection.ts'
import { PollServer } from './poll-server.ts'

const poll = 'GET /api/v1/events?queue_id=q HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** A server without events whose clock the test moves. */
async function startServer() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const answer = (line: PollConnection) => {
    line.writeHead(200, 'Content-Length: 0\r\n')
    line.end()
  }
  const server = new PollServer(new ServerLifecycle(), answer, () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    vi.useRealTimers()
  })
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  return { open }
}

async function ask(socket: Socket): Promise<void> {
  socket.write(poll)
  await once(socket, 'data')
}

it('The poll server closes an idle connection 72 seconds after its last response', async () => {
  const { open } = await startServer()
  const [silent, asking] = [await open(), await open()]
  const closed = [once(silent, 'close'), once(asking.resume(), 'close')]
  await ask(asking)
  vi.advanceTimersByTime(60_000)
  await ask(asking)
  vi.advanceTimersByTime(15_000)
  await closed[0]
  expect(asking.destroyed).toBe(false)
  await ask(asking)
  vi.advanceTimersByTime(70_000)
  await ask(asking)
  vi.advanceTimersByTime(80_000)
  await closed[1]
})
