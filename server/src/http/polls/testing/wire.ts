import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export interface Answer {
  status: number
  headers: Map<string, string>
  body: string
}

/** One connection, over which bytes are sent as they are and answers come one after the other. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''
  readonly closed: Promise<unknown>

  private constructor(socket: Socket) {
    this.#socket = socket
    this.closed = once(socket, 'close')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      this.#received += chunk.toString('latin1')
      socket.emit('more')
    })
    onTestFinished(() => void socket.destroy())
  }

  static async open({ url }: { url: string }): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    await once(socket, 'connect')
    socket.setNoDelay(true)
    return new RawConnection(socket)
  }

  send(bytes: string): this {
    this.#socket.write(bytes, 'latin1')
    return this
  }

  /** Sends, and waits until the server has read it: it runs in this process, and reads in the next turn of the event loop. */
  async deliver(bytes: string): Promise<void> {
    await new Promise((resolve) => this.#socket.write(bytes, 'latin1', resolve))
    for (let n = 0; n < 3; n++) await turn()
  }

  /** Hangs up, by half or wholly. */
  leave(how: 'end' | 'destroy'): void {
    this.#socket[how]()
  }

  get isSilent(): boolean {
    return this.#received === ''
  }

  async answer(): Promise<Answer> {
    const [head, end] = await this.#until((text) => {
      const at = text.indexOf('\r\n\r\n')
      return at < 0 ? undefined : [text.slice(0, at), at + 4]
    })
    const [first = '', ...lines] = head.split('\r\n')
    const headers = new Map(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    )
    const length = Number(headers.get('content-length') ?? 0)
    const body = await this.#until((text) =>
      text.length < end + length ? undefined : text.slice(end, end + length),
    )
    this.#received = this.#received.slice(end + length)
    return { status: Number(first.split(' ')[1]), headers, body }
  }

  /** Reads a stream until it contains a text. */
  async upTo(words: string): Promise<string> {
    const end = await this.#until((text) => {
      const at = text.indexOf(words)
      return at < 0 ? undefined : at + words.length
    })
    const text = this.#received.slice(0, end)
    this.#received = this.#received.slice(end)
    return text
  }

  async #until<T>(find: (text: string) => T | undefined): Promise<T> {
    for (;;) {
      const found = find(this.#received)
      if (found !== undefined) return found
      if (this.#socket.closed) throw new Error(`The connection was closed after: ${this.#received}`)
      await Promise.race([once(this.#socket, 'more'), this.closed])
    }
  }
}
