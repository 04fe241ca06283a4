import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ResponseTarget } from '../reply/response-target.ts'
import { type PlainPoll, readPlainPoll } from './plain-poll.ts'

/** Owns poll connections. */
export interface PollConnectionHost {
  readonly closing: boolean
  readonly keepAliveTimeout: number
  /** A poll arrived. The answer is written to the connection. */
  begin(connection: PollConnection, poll: PlainPoll): void
  /** The poll was answered, or the client disconnected. */
  finish(connection: PollConnection): void
  /** The request is not a poll: `node:http` takes the connection. */
  releaseToNode(connection: PollConnection, bytes: Buffer): void
}

/** Pipelined bytes that are buffered per connection. Beyond this the socket is paused. */
const maxPipelinedBytes = 65_536

/** All sockets share these listeners, so each socket knows its connection. */
const key = Symbol('poll connection')
type PollSocket = Socket & { [key]?: PollConnection | undefined }
const listeners: [string, (this: PollSocket, bytes: Buffer) => void][] = [
  [
    'data',
    function (bytes) {
      this[key]?.receive(bytes)
    },
  ],
  // A half-closed connection is closed, as `node:http` does.
  [
    'end',
    function () {
      this.end()
    },
  ],
  [
    'close',
    function () {
      this[key]?.handleClose()
    },
  ],
  ['error', () => {}],
]

/**
 * A keep-alive connection of a client that polls. It is idle between two polls. While a poll is parked, this object and the socket are
 * all that the process keeps for it. Response headers are those that `node:http` would write.
 */
export class PollConnection implements ResponseTarget {
  readonly socket: PollSocket
  readonly #host: PollConnectionHost
  #isBusy = false
  #previous: PlainPoll | undefined
  #pipelined: Buffer | undefined
  #onDisconnect: (() => void) | undefined
  #head = ''
  #isChunked = false
  #announcedClose = false
  headersSent = false
  /** When the last answer was written, or the connection opened. */
  idleSince = performance.now()

  constructor(host: PollConnectionHost, socket: Socket) {
    this.#host = host
    this.socket = socket
    this.socket[key] = this
    socket.setTimeout(0)
    for (const [event, listener] of listeners) socket.on(event, listener)
  }

  /** Detaches from the socket, so that another owner can take it over. */
  release(): Socket {
    this.socket[key] = undefined
    for (const [event, listener] of listeners) this.socket.off(event, listener)
    return this.socket
  }

  /** Starts with a poll that was already parsed, and the bytes that followed it. */
  begin(poll: PlainPoll, pipelined: Buffer): void {
    this.#isBusy = true
    if (pipelined.length > 0) this.receive(pipelined)
    this.#host.begin(this, poll)
  }

  receive(bytes: Buffer): void {
    if (this.#isBusy) {
      this.#pipelined = this.#pipelined === undefined ? bytes : Buffer.concat([this.#pipelined, bytes])
      if (this.#pipelined.length > maxPipelinedBytes) this.socket.pause()
      return
    }
    const poll = readPlainPoll(bytes, this.#previous)
    if (poll === undefined) {
      this.#host.releaseToNode(this, bytes)
      return
    }
    this.#previous = poll
    this.#isBusy = true
    this.#host.begin(this, poll)
  }

  /** Calls back when the client disconnects before the answer. Returns a function that removes the callback. */
  onDisconnect(callback: () => void): () => void {
    this.#onDisconnect = callback
    if (!this.socket.writable) queueMicrotask(() => this.#onDisconnect?.())
    return () => {
      this.#onDisconnect = undefined
    }
  }

  handleClose(): void {
    this.#onDisconnect?.()
    this.#onDisconnect = undefined
    this.#host.finish(this)
  }

  /** `lines` must include the content length. */
  writeHead(status: number, lines: string): void {
    const { closing, keepAliveTimeout } = this.#host
    this.#announcedClose = closing
    const connection = closing ? 'close' : `keep-alive\r\nKeep-Alive: timeout=${keepAliveTimeout / 1_000}`
    const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    this.#head = `${start}${lines}Date: ${dateLine()}\r\nConnection: ${connection}\r\n\r\n`
  }

  /** Starts a chunked response. */
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
    if (isTaken) this.#becomeIdle()
    else this.socket.once('drain', () => this.#becomeIdle())
  }

  /** Returns false when the client does not read fast enough. */
  #send(text: string, encoding: 'latin1' | 'utf8'): boolean {
    const bytes = this.#head + text
    this.#head = ''
    this.headersSent = true
    return !this.socket.writable || this.socket.write(bytes, encoding)
  }

  #becomeIdle(): void {
    if (!this.#isBusy) return
    this.#isBusy = false
    this.headersSent = false
    this.#isChunked = false
    this.idleSince = performance.now()
    this.#host.finish(this)
    // A client that was not told uses the connection again.
    if (this.#announcedClose) this.socket.end()
    if (this.#pipelined === undefined || !this.socket.writable) return
    const bytes = this.#pipelined
    this.#pipelined = undefined
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
