import { createApi } from '@loquat/client'
import type { ServerProcess } from '@loquat/devkit/server-process'
import { type Login, RawClient, requestBytes } from './raw-client.ts'

/** A user who waits for messages with long polls. */
export class PollingClient {
  readonly #client: RawClient
  /** The request before and after the position. */
  readonly #request: readonly [string, string]
  #position: string

  private constructor(client: RawClient, request: readonly [string, string], position: string) {
    this.#client = client
    this.#request = request
    this.#position = position
  }

  static async open(server: ServerProcess, login: Login): Promise<PollingClient> {
    const api = createApi({ url: server.url, credentials: login })
    const reply = await api.register({ event_types: ['message'], fetch_event_types: [] })
    const [before = '', after = ''] = requestBytes('GET', '/api/v1/events', login, {
      queue_id: reply.queue_id ?? '',
      last_event_id: 'POSITION',
    }).split('POSITION')
    return new PollingClient(
      await RawClient.open(server.port),
      [before, after],
      String(reply.last_event_id ?? -1),
    )
  }

  /** The body of the next answer with events. */
  async poll(): Promise<Buffer> {
    const [before, after] = this.#request
    const body = await this.#client.request(before + this.#position + after)
    const id = /"id":(\d+)\}\]\}\s*$/.exec(body.toString('latin1', body.length - 40))?.[1]
    if (id === undefined) throw new Error(body.toString())
    this.#position = id
    return body
  }

  close(): void {
    this.#client.close()
  }
}
