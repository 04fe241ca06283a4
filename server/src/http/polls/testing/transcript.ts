import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Bytes of one character each. The client waits until the server has read a piece, or has answered everything. */
export interface Step {
  bytes: string
  waitFor: 'read' | 'answers'
}

/** All that a client can observe on one connection. */
export interface Transcript {
  /** Received after each wait for answers, and after the client ended its half of the connection. */
  received: string[]
  /** The number of waits after which the server closed the connection. Undefined if it left it open. */
  closedAfter: number | undefined
}

/** A server has nothing left to do if nothing happens for this many turns of its event loop. */
const quietTurns = 4
const timeoutMs = 20_000

/** Sends bytes to a server in this process, and records its answers without the parts that differ each time. */
export async function record(server: FastifyInstance, steps: readonly Step[]): Promise<Transcript> {
  const { port } = server.server.address() as AddressInfo
  const accepted = once(server.server, 'connection')
  const client = connect({ host: '127.0.0.1', port, noDelay: true })
  client.on('error', () => {})
  const [[peer]] = (await Promise.all([accepted, once(client, 'connect')])) as [[Socket], unknown]
  let text = ''
  client.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  const take = () => {
    const taken = withoutChanging(text)
    text = ''
    return taken
  }

  const received: string[] = []
  let closedAfter: number | undefined
  let sent = 0
  for (const { bytes, waitFor } of steps) {
    if (closedAfter !== undefined) break
    // A write to a connection that the server has closed would fail, and discard answers that are not read yet.
    await until(() => client.closed || client.bytesRead === peer.bytesWritten)
    if (!client.closed && peer.writable) {
      client.write(bytes, 'latin1')
      sent += bytes.length
    }
    await until(() => client.closed || !peer.writable || peer.bytesRead === sent)
    if (waitFor === 'read') continue
    await untilQuiet(server, client, peer)
    received.push(take())
    if (client.closed) closedAfter = received.length
  }
  client.end()
  await until(() => client.closed)
  received.push(take())
  return { received, closedAfter }
}

async function untilQuiet({ lifecycle }: FastifyInstance, client: Socket, peer: Socket): Promise<void> {
  let quiet = 0
  await until(() => {
    const isQuiet = lifecycle.requests === 0 && (peer.destroyed || client.bytesRead === peer.bytesWritten)
    // A server that has ended its half closes the connection soon.
    quiet = isQuiet && (client.closed || peer.writable) ? quiet + 1 : 0
    return quiet === quietTurns
  })
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('The server did not answer in time.')
    await turn()
  }
}

const withoutChanging = (text: string) => text.replace(/^(date|x-request-id): .*$/gim, '$1: …')
