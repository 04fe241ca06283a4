import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: ServerLifecycle
  }
}

/** How long running requests may take to finish. */
const shutdownTimeoutMs = 4_000
/** Interval of checks whether polls were parked while draining. */
const drainSweepMs = 250

/** State of a server that matters for its shutdown. */
export class ServerLifecycle {
  #closing = false
  #stopping = false
  /** One per address that the host name stands for. */
  readonly listeners: Server[] = []
  #connectionsClosed: Promise<void> | undefined
  /** Unanswered polls of the poll server. */
  polls = 0
  /** Responses of `node:http` that have not ended, by connection. */
  readonly #responses = new Map<Socket, Set<ServerResponse>>()
  #responseCount = 0

  /** Whether every response closes its connection. */
  get closing(): boolean {
    return this.#closing
  }

  /** Whether the server ends. False while another process of this server takes over. */
  get stopping(): boolean {
    return this.#stopping
  }

  /** Unanswered requests. */
  get requests(): number {
    return this.polls + this.#responseCount
  }

  hasUnanswered(socket: Socket): boolean {
    return (this.#responses.get(socket)?.size ?? 0) > 0
  }

  /** Counts a request of `node:http` until it is answered. */
  track(socket: Socket, response: ServerResponse): void {
    const responses = this.#responsesOf(socket)
    responses.add(response)
    this.#responseCount++
    response.once('close', () => {
      if (responses.delete(response)) this.#responseCount--
    })
    if (this.#closing) closeAfter(response)
  }

  #responsesOf(socket: Socket): Set<ServerResponse> {
    const known = this.#responses.get(socket)
    if (known !== undefined) return known
    const responses = new Set<ServerResponse>()
    this.#responses.set(socket, responses)
    socket.once('close', () => {
      this.#responses.delete(socket)
      // Node closes only the response that was being written, not those of pipelined requests behind it.
      process.nextTick(() => {
        for (const response of responses) response.emit('close')
      })
    })
    return responses
  }

  /** From now on every response closes its connection. */
  drain(): void {
    this.#closing = true
    for (const responses of this.#responses.values()) for (const response of responses) closeAfter(response)
  }

  close(): void {
    this.#stopping = true
    this.drain()
  }

  /**
   * Accepts no further connections. Resolves when the existing ones are closed. Bypasses `close()` of `node:http`, which
   * closes idle connections: a client may be sending its next request on one of them.
   */
  stopAccepting(): Promise<void> {
    this.#connectionsClosed ??= Promise.all(
      this.listeners.map(
        (listener) => new Promise((resolve) => NetServer.prototype.close.call(listener, resolve)),
      ),
    ).then(() => {})
    return this.#connectionsClosed
  }

  closeAllConnections(): void {
    for (const listener of this.listeners) listener.closeAllConnections()
  }
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/**
 * Leaves the port to another process without losing a request: answers parked polls, ends streams, and closes each connection
 * with its next response. Idle connections stay open until then, or until the timeout that their client knows. Resolves when all
 * are closed, or after the deadline.
 */
export async function drain(app: App, { lifecycle }: FastifyInstance, deadlineMs: number): Promise<void> {
  lifecycle.drain()
  const closed = lifecycle.stopAccepting()
  answerPolls(app)
  // Requests on remaining connections can load further organizations.
  const sweep = setInterval(() => answerPolls(app), drainSweepMs)
  const deadline = new AbortController()
  const late = sleep(deadlineMs, undefined, { signal: deadline.signal }).catch(() => {})
  await Promise.race([closed, late])
  deadline.abort()
  clearInterval(sweep)
}

function answerPolls({ realms }: App): void {
  for (const realm of realms.all()) realm.queues.answerAll()
}

/**
 * Stops listening, answers parked polls, waits for running requests, and then closes the remaining connections: idle
 * keep-alive ones, and those opened in advance and never used.
 */
export async function shutDown(app: App, server: FastifyInstance): Promise<void> {
  const { lifecycle } = server
  lifecycle.close()
  const closed = Promise.all([lifecycle.stopAccepting(), server.close()])
  answerPolls(app)
  const deadline = Date.now() + shutdownTimeoutMs
  const sweep = setInterval(() => {
    const isQuiet = lifecycle.requests === 0
    if (isQuiet || Date.now() > deadline) lifecycle.closeAllConnections()
  }, 10)
  await closed
  clearInterval(sweep)
}
