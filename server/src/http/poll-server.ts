import { type RequestListener, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Line, type Switchboard } from './line.ts'
import { type PlainPoll, PollableRequest } from './plain-poll.ts'
import type { Life } from './shutdown.ts'

type Answer = (line: Line, poll: PlainPoll) => void

const keepAliveTimeout = 72_000
const idleCheck = 5_000

/**
 * A `node:http` server that sees no polls: most requests are polls, most of their time they wait, and what Node keeps for a
 * request that waits is five times what it keeps for its connection. A connection goes to Node when something else comes on
 * it, and is taken back with the next poll.
 */
export class PollServer extends Server<typeof PollableRequest> implements Switchboard {
  readonly #life: Life
  readonly #answer: Answer | undefined
  /** Node's own listener to new connections, which makes them its own. */
  readonly #toNode: (this: Server, socket: Socket) => void
  readonly #busy = new Set<Line>()
  /** Those who rest longest come first. */
  readonly #resting = new Set<Line>()
  /** Requests that Node has not answered yet, by connection. */
  readonly #unanswered = new WeakMap<Socket, number>()

  constructor(life: Life, answer: Answer | undefined, others: RequestListener) {
    super({
      keepAliveTimeout,
      requestTimeout: 300_000,
      IncomingMessage: PollableRequest,
      shouldUpgradeCallback: (request) => this.#takes(request),
    })
    this.#life = life
    this.#answer = answer
    this.on('request', (request, response) => {
      this.#count(request.socket, response)
      others(request, response)
    })
    this.on('upgrade', (request, socket, early) => {
      if (request.isPlainPoll) {
        const { url = '', headers } = request
        new Line(this, socket as Socket).begin({ url, headers }, early)
      } else socket.destroy()
    })
    const [takeOver] = this.listeners('connection')
    this.removeAllListeners('connection')
    this.on('connection', (socket) => this.#resting.add(new Line(this, socket)))
    this.#toNode = takeOver as (socket: Socket) => void
    const sweep = setInterval(() => this.#closeIdle(), idleCheck).unref()
    this.on('close', () => clearInterval(sweep))
  }

  get closing(): boolean {
    return this.#life.closing
  }

  begin(line: Line, poll: PlainPoll): void {
    this.#resting.delete(line)
    this.#busy.add(line)
    this.#life.requests++
    this.#answer?.(line, poll)
  }

  finish(line: Line): void {
    if (this.#busy.delete(line)) this.#life.requests--
    if (line.socket.destroyed) this.#resting.delete(line)
    else this.#resting.add(line)
  }

  handBack(line: Line, bytes: Buffer): void {
    this.#resting.delete(line)
    const socket = line.release()
    socket.unshift(bytes)
    this.#toNode(socket)
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections()
    for (const line of this.#resting) line.destroy()
  }

  override closeAllConnections(): void {
    super.closeAllConnections()
    for (const line of [...this.#resting, ...this.#busy]) line.destroy()
  }

  #takes(request: PollableRequest): boolean {
    // Answers go out in the order of the requests: behind one that has none yet, a poll waits for it like any other.
    const isBehind = (this.#unanswered.get(request.socket) ?? 0) > 0
    if (isBehind || this.#answer === undefined) request.treatAsOrdinary()
    return request.isPlainPoll
  }

  #closeIdle(): void {
    const now = performance.now()
    for (const line of this.#resting) {
      if (line.restsSince + keepAliveTimeout > now) return
      line.destroy()
    }
  }

  #count(socket: Socket, response: ServerResponse): void {
    const change = (by: number) => {
      this.#life.requests += by
      this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 0) + by)
    }
    change(1)
    response.on('close', () => change(-1))
    if (this.closing) response.setHeader('connection', 'close')
  }
}
