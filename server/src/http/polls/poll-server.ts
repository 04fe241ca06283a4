import { type RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { timeouts, trackedResponse } from '../node-server.ts'
import type { ServerLifecycle } from '../shutdown.ts'
import { type PlainPoll, PollableRequest } from './plain-poll.ts'
import { PollConnection, type PollConnectionHost } from './poll-connection.ts'

type Answer = (connection: PollConnection, poll: PlainPoll) => void

const idleCheckIntervalMs = 5_000

/**
 * A `node:http` server that handles long polls itself. Most requests are polls and most polls wait, and Node keeps five times as much
 * memory for a waiting request as for an idle connection. Connections are handed to Node when another request arrives on them, and
 * taken back with the next poll.
 */
export class PollServer extends Server<typeof PollableRequest> implements PollConnectionHost {
  readonly #lifecycle: ServerLifecycle
  readonly #answer: Answer
  /** Node's listener for new connections. */
  readonly #toNode: (this: Server, socket: Socket) => void
  readonly #busy = new Set<PollConnection>()
  /** In the order in which they became idle. */
  readonly #idle = new Set<PollConnection>()

  constructor(lifecycle: ServerLifecycle, answer: Answer, others: RequestListener) {
    super({
      ...timeouts,
      IncomingMessage: PollableRequest,
      ServerResponse: trackedResponse(lifecycle),
      shouldUpgradeCallback: (request) => this.#takes(request),
    })
    this.#lifecycle = lifecycle
    this.#answer = answer
    this.on('request', others)
    this.on('upgrade', (request, socket, pipelined) => {
      if (request.isPlainPoll) {
        const { url = '', headers } = request
        new PollConnection(this, socket as Socket).begin({ url, headers }, pipelined)
      } else socket.destroy()
    })
    const [takeOver] = this.listeners('connection')
    this.removeAllListeners('connection')
    this.on('connection', (socket) => this.#idle.add(new PollConnection(this, socket)))
    this.#toNode = takeOver as (socket: Socket) => void
    const sweep = setInterval(() => this.#closeIdle(), idleCheckIntervalMs).unref()
    this.on('close', () => clearInterval(sweep))
  }

  get closing(): boolean {
    return this.#lifecycle.closing
  }

  begin(connection: PollConnection, poll: PlainPoll): void {
    this.#idle.delete(connection)
    this.#busy.add(connection)
    this.#lifecycle.polls++
    this.#answer(connection, poll)
  }

  finish(connection: PollConnection): void {
    if (this.#busy.delete(connection)) this.#lifecycle.polls--
    if (connection.socket.destroyed) this.#idle.delete(connection)
    else this.#idle.add(connection)
  }

  releaseToNode(connection: PollConnection, bytes: Buffer): void {
    this.#idle.delete(connection)
    const socket = connection.release()
    socket.unshift(bytes)
    this.#toNode(socket)
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections()
    for (const connection of this.#idle) connection.destroy()
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    for (const connection of [...this.#idle, ...this.#busy]) connection.destroy()
  }

  #takes(request: PollableRequest): boolean {
    // Responses are sent in the order of the requests, so a poll that is pipelined behind an unanswered request is left to Node. Node
    // ignores requests on a connection that is being closed.
    if (this.#lifecycle.hasUnanswered(request.socket) || !request.socket.writable) request.treatAsOrdinary()
    return request.isPlainPoll
  }

  #closeIdle(): void {
    const now = performance.now()
    for (const connection of this.#idle) {
      if (connection.idleSince + timeouts.keepAliveTimeout > now) return
      connection.destroy()
    }
  }
}
