import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A keep-alive connection for answers of megabytes: it counts their bytes and keeps none of them. */
export class BigClient {
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
  }

  static async open(port: number): Promise<BigClient> {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return new BigClient(socket)
  }

  /** Sends prepared bytes; returns the status and the size of the body when all of it is there. */
  request(bytes: string): Promise<{ status: number; size: number }> {
    const socket = this.#socket
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
        socket.off('data', take)
        socket.off('close', fail)
        socket.off('error', fail)
        resolve({ status, size })
      }
      const fail = () => reject(new Error('The connection was closed before the answer.'))
      socket.on('data', take)
      socket.on('close', fail)
      socket.on('error', fail)
      socket.write(bytes)
    })
  }

  close(): void {
    this.#socket.destroy()
  }
}
