import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Outlet } from './exchange.ts'
import { type PlainPoll, readPlainPoll } from './plain-poll.ts'

/** Where lines are held. */
export interface Switchboard {
  readonly closing: boolean
  readonly keepAliveTimeout: number
  /** A poll came; it is answered through the line. */
  begin(line: Line, poll: PlainPoll): void
  /** The poll was answered, or the client is gone. */
  finish(line: Line): void
  /** What came is not a poll. */
  handBack(line: Line, bytes: Buffer): void
}

/** What may come behind a poll before it is answered. More is left to the network. */
const mostEarly = 65_536

/** Listeners are shared by all connections, which is why each knows its line. */
const key = Symbol('line')
type Held = Socket & { [key]?: Line | undefined }
const listeners: [string, (this: Held, bytes: Buffer) => void][] = [
  [
    'data',
    function (bytes) {
      this[key]?.receive(bytes)
    },
  ],
  // Half a connection is none, as for every other request.
  [
    'end',
    function () {
      this.end()
    },
  ],
  [
    'close',
    function () {
      this[key]?.lose()
    },
  ],
  ['error', () => {}],
]

/**
 * A connection whose client polls. Between two polls it rests here; while a poll waits, this and the socket are all there is
 * of it. The head of an answer is what `node:http` would write.
 */
export class Line implements Outlet {
  readonly socket: Held
  readonly #board: Switchboard
  #isBusy = false
  #previous: PlainPoll | undefined
  #early: Buffer | undefined
  #onGone: (() => void) | undefined
  #head = ''
  #isChunked = false
  headersSent = false
  /** When the last answer was written, or the connection opened. */
  restsSince = performance.now()

  constructor(board: Switchboard, socket: Socket) {
    this.#board = board
    this.socket = socket
    this.socket[key] = this
    socket.setTimeout(0)
    for (const [event, listener] of listeners) socket.on(event, listener)
  }

  /** Lets go of the connection, which somebody else takes over. */
  release(): Socket {
    this.socket[key] = undefined
    for (const [event, listener] of listeners) this.socket.off(event, listener)
    return this.socket
  }

  /** Begins with a poll that was read already, and what came behind it. */
  begin(poll: PlainPoll, early: Buffer): void {
    this.#isBusy = true
    if (early.length > 0) this.receive(early)
    this.#board.begin(this, poll)
  }

  receive(bytes: Buffer): void {
    if (this.#isBusy) {
      this.#early = this.#early === undefined ? bytes : Buffer.concat([this.#early, bytes])
      if (this.#early.length > mostEarly) this.socket.pause()
      return
    }
    const poll = readPlainPoll(bytes, this.#previous)
    if (poll === undefined) {
      this.#board.handBack(this, bytes)
      return
    }
    this.#previous = poll
    this.#isBusy = true
    this.#board.begin(this, poll)
  }

  /** Calls back when the client goes away before the answer; returns how to stop caring. */
  onGone(callback: () => void): () => void {
    this.#onGone = callback
    if (!this.socket.writable) queueMicrotask(() => this.#onGone?.())
    return () => {
      this.#onGone = undefined
    }
  }

  lose(): void {
    this.#onGone?.()
    this.#onGone = undefined
    this.#board.finish(this)
  }

  /** With lines that tell the length of what follows. */
  writeHead(status: number, lines: string): void {
    const { closing, keepAliveTimeout } = this.#board
    const connection = closing ? 'close' : `keep-alive\r\nKeep-Alive: timeout=${keepAliveTimeout / 1_000}`
    const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    this.#head = `${start}${lines}Date: ${dateLine()}\r\nConnection: ${connection}\r\n\r\n`
  }

  /** Begins an answer of which it is not known how long it will be. */
  openStream(lines: string): void {
    this.writeHead(200, `${lines}Transfer-Encoding: chunked\r\n`)
    this.#isChunked = true
    this.#send('', 'latin1')
  }

  write(text: string): void {
    this.#send(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`, 'utf8')
  }

  end(text = '', encoding: 'latin1' | 'utf8' = 'latin1'): void {
    const isTaken = this.#send(this.#isChunked ? '0\r\n\r\n' : text, encoding)
    if (isTaken) this.#rest()
    else this.socket.once('drain', () => this.#rest())
  }

  /** False when the client does not read fast enough. */
  #send(text: string, encoding: 'latin1' | 'utf8'): boolean {
    const bytes = this.#head + text
    this.#head = ''
    this.headersSent = true
    return !this.socket.writable || this.socket.write(bytes, encoding)
  }

  #rest(): void {
    if (!this.#isBusy) return
    this.#isBusy = false
    this.headersSent = false
    this.#isChunked = false
    this.restsSince = performance.now()
    this.#board.finish(this)
    if (this.#board.closing) this.socket.end()
    if (this.#early === undefined || !this.socket.writable) return
    const bytes = this.#early
    this.#early = undefined
    if (this.socket.isPaused()) this.socket.resume()
    this.receive(bytes)
  }

  get writableLength(): number {
    return this.socket.writableLength
  }

  destroy(): void {
    this.socket.destroy()
  }
}

let second = 0
let date = ''
function dateLine(): string {
  const now = Math.floor(Date.now() / 1_000)
  if (now !== second) {
    second = now
    date = new Date(now * 1_000).toUTCString()
  }
  return date
}
