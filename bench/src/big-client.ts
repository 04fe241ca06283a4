import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Large enough for most answers to arrive in one read. */
const bufferSize = 256 * 1_024

interface Pending {
  take(chunk: Buffer): void
  fail(): void
}

/** A keep-alive connection for answers of megabytes: it counts their bytes and keeps none of them, so that it costs little beside the server. */
export class BigClient {
  readonly #socket: Socket
  #pending: Pending | undefined

  private constructor(port: number) {
    const buffer = Buffer.allocUnsafeSlow(bufferSize)
    const callback = (length: number) => {
      this.#pending?.take(buffer.subarray(0, length))
      return true
    }
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback } })
    const fail = () => this.#pending?.fail()
    this.#socket.on('close', fail)
    this.#socket.on('error', fail)
  }

  static async open(port: number): Promise<BigClient> {
    const client = new BigClient(port)
    await once(client.#socket, 'connect')
    return client
  }

  /** Sends prepared bytes; returns the status and the size of the body when all of it is there. */
  request(bytes: string): Promise<{ status: number; size: number }> {
    return new Promise((resolve, reject) => {
      let head = ''
      let status = 0
      let size = 0
      let left = -1
      const take = (chunk: Buffer) => {
        if (left < 0) {
          head += chunk.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) return
          status = Number(head.slice(9, 12))
          size = Number(/content-length: (\d+)/i.exec(head)?.[1])
          left = size - (head.length - end - 4)
        } else left -= chunk.length
        if (left > 0) return
        this.#pending = undefined
        resolve({ status, size })
      }
      const fail = () => reject(new Error('The connection was closed before the answer.'))
      this.#pending = { take, fail }
      this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#pending = undefined
    this.#socket.destroy()
  }
}
