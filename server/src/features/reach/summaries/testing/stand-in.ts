import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface StandInRequest {
  authorization: string | undefined
  body: { model: string; messages: { role: string; content: string }[] } & Record<string, unknown>
}

export interface StandInResponse {
  status?: number
  /** The text of the completion. */
  content?: string
  /** Instead of a completion. */
  raw?: string
  tokens?: number | null
}

/** A server with the chat completions of OpenAI. */
export class StandIn {
  readonly requests: StandInRequest[] = []
  /** The next responses; the last one is repeated. */
  responses: StandInResponse[] = [{ content: 'The plums are **ripe** [1].' }]
  /** Responses wait for this. */
  gate: Promise<void> = Promise.resolve()
  /** Requests whose client disconnected. */
  aborted = 0
  readonly #server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) this.aborted++
    })
    void this.#answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const body = await text(request)
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return { status: 404, body: '{}' }
    this.requests.push({
      authorization: request.headers.authorization,
      body: JSON.parse(body) as StandInRequest['body'],
    })
    const next = this.responses.length > 1 ? this.responses.shift() : this.responses[0]
    await this.gate
    const { status = 200, content = '', raw, tokens = 120 } = next ?? {}
    const usage = tokens === null ? {} : { usage: { total_tokens: tokens } }
    const completion = { choices: [{ message: { role: 'assistant', content } }], ...usage }
    return { status, body: raw ?? JSON.stringify(completion) }
  }
}
