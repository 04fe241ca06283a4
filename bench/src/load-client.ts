import { RawClient } from './raw-client.ts'

/** Beyond this many calls in flight, the figures would be those of the load generator. */
const mostConnections = 4_000

/** Idle connections are dropped before the server closes them: a request sent at that moment would be lost. */
const maxIdleMs = 2_000

/** Calls without a timeout: a call that finds no idle connection opens another. */
export class LoadClient {
  readonly #port: number
  readonly #idle: { client: RawClient; since: number }[] = []
  #open = 0

  constructor(port: number) {
    this.#port = port
  }

  /** Undefined if there are too many calls under way already. */
  async request(bytes: string | Buffer): Promise<{ body: Buffer; ms: number } | undefined> {
    const client = this.#takeIdle() ?? (await this.#connect())
    if (client === undefined) return undefined
    const started = performance.now()
    const body = await client.request(bytes)
    if (client.isClosed) this.#open--
    else this.#idle.push({ client, since: performance.now() })
    return { body, ms: performance.now() - started }
  }

  close(): void {
    for (const { client } of this.#idle) client.close()
  }

  /** The most recently used connection; all others are older. */
  #takeIdle(): RawClient | undefined {
    const last = this.#idle.pop()
    if (last === undefined || performance.now() - last.since < maxIdleMs) return last?.client
    for (const { client } of [...this.#idle.splice(0), last]) {
      client.close()
      this.#open--
    }
    return undefined
  }

  async #connect(): Promise<RawClient | undefined> {
    if (this.#open >= mostConnections) return undefined
    this.#open++
    try {
      return await RawClient.open(this.#port)
    } catch (error) {
      this.#open--
      throw error
    }
  }
}
