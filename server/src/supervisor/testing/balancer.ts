import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { eventually } from '@loquat/devkit'
import type { ServerProcess } from '@loquat/devkit/server-process'
import { expect } from 'vitest'

/** A reverse proxy in front of several servers. It repeats no request, and opens a connection for each. */
export class Balancer {
  readonly #proxy: Server
  #servers: ServerProcess[] = []
  #turn = 0
  /** Requests so far, by server. */
  readonly #counts = new Map<ServerProcess, number>()
  /** Requests under way, by server. */
  readonly #active = new Map<ServerProcess, number>()

  constructor() {
    this.#proxy = createServer((incoming, outgoing) => {
      const server = this.#servers[this.#turn++ % this.#servers.length]
      if (server === undefined) return outgoing.writeHead(502).end()
      this.#counts.set(server, this.countOf(server) + 1)
      const { method, url, headers } = incoming
      // Streams end only with their server.
      if (headers.accept !== 'text/event-stream') this.#countActive(server, outgoing)
      const forwarded = request(
        { port: server.port, method, path: url, headers: { ...headers, connection: 'close' }, agent: false },
        (response) => {
          const { connection: _, ...kept } = response.headers
          outgoing.writeHead(response.statusCode ?? 502, kept)
          outgoing.flushHeaders()
          pipeline(response, outgoing, () => forwarded.destroy())
        },
      )
      forwarded.on('error', () => outgoing.destroy())
      outgoing.on('close', () => forwarded.destroy())
      incoming.pipe(forwarded)
      return undefined
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#proxy.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`
  }

  /** Sends requests to a server as soon as its health check allows it. */
  async add(server: ServerProcess): Promise<void> {
    await eventually(async () => expect((await fetch(`${server.url}/health/ready`)).status).toBe(200))
    this.#servers = [...this.#servers, server]
  }

  /** Sends no further requests to a server, and waits for those under way. */
  async remove(server: ServerProcess): Promise<void> {
    this.#servers = this.#servers.filter((one) => one !== server)
    await eventually(() => expect(this.#active.get(server) ?? 0).toBe(0))
  }

  #countActive(server: ServerProcess, outgoing: ServerResponse): void {
    const add = (count: number) => this.#active.set(server, (this.#active.get(server) ?? 0) + count)
    add(1)
    outgoing.once('close', () => add(-1))
  }

  countOf(server: ServerProcess): number {
    return this.#counts.get(server) ?? 0
  }

  close(): void {
    this.#proxy.close()
    this.#proxy.closeAllConnections()
  }
}
