import { connect, type Socket } from 'node:net'

const endOfHead = Buffer.from('\r\n\r\n')

/**
 * One keep-alive connection that sends prepared bytes and waits for the whole answer. It does as little as
 * possible, because it shares two cores with the measured server.
 */
export class RawClient {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: ((body: Buffer) => void) | undefined
  #onStream: ((text: string) => void) | undefined
  #onStreamEnd: (() => void) | undefined
  /** The server has closed the connection. */
  isClosed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) =>
      this.#onStream === undefined ? this.#take(chunk) : this.#onStream(chunk.toString()),
    )
    // Waiting requests get an empty answer.
    socket.on('close', () => {
      this.isClosed = true
      this.#waiting?.(Buffer.alloc(0))
      this.#onStreamEnd?.()
    })
  }

  static open(port: number): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port }, () => resolve(new RawClient(socket)))
      socket.on('error', reject)
    })
  }

  request(bytes: Buffer | string): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      this.#socket.write(bytes)
    })
  }

  /** Sends a request whose answer is a stream, and passes on its text. Resolves when the connection is closed. */
  stream(bytes: string, onText: (text: string) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#onStream = onText
      this.#onStreamEnd = resolve
      this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const head = this.#received.indexOf(endOfHead)
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(this.#received.toString('latin1', 0, head))?.[1]
    const end = head + endOfHead.length + Number(length)
    if (this.#received.length < end) return
    const body = this.#received.subarray(head + endOfHead.length, end)
    this.#received = this.#received.subarray(end)
    const resolve = this.#waiting
    this.#waiting = undefined
    resolve?.(body)
  }
}

export interface Login {
  email: string
  apiKey: string
}

export function requestBytes(
  method: string,
  path: string,
  login: Login | undefined,
  params: Record<string, string>,
): string {
  const form = new URLSearchParams(params).toString()
  const isGet = method === 'GET'
  const auth = login
    ? `authorization: Basic ${Buffer.from(`${login.email}:${login.apiKey}`).toString('base64')}\r\n`
    : ''
  const head = `${method} ${path}${isGet && form ? `?${form}` : ''} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: website/1\r\n${auth}`
  if (isGet) return `${head}\r\n`
  return `${head}content-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(form)}\r\n\r\n${form}`
}
