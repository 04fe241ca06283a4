import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { Readable } from 'node:stream'
import { createApi } from '@loquat/client'
import { basicAuth } from '@loquat/devkit'
import { ownerCredentials } from '@loquat/devkit/server-process'
import { onTestFinished } from 'vitest'

export interface PlainResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface PlainRequest {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | AsyncIterable<Buffer>
  /** Called with each part of the response. Returns true if the rest is not needed. */
  onData?(text: string): boolean
}

/** The client of the owner. Its connections end with the test. */
export async function ownerClient(url: string): Promise<PlainClient> {
  const { email, password } = ownerCredentials
  const { api_key } = await createApi({ url }).fetchApiKey({ username: email, password })
  const client = new PlainClient(url, basicAuth(email, api_key))
  onTestFinished(() => client.close())
  return client
}

/**
 * An HTTP client that keeps connections open and never retries, so each request that a server loses is a failure. It counts
 * requests by kind. A response other than a success is a failure, too.
 */
export class PlainClient {
  readonly #url: URL
  readonly #authorization: string
  // Takes turns, so that no connection stays idle.
  readonly #agent = new Agent({ keepAlive: true, scheduling: 'fifo' })
  readonly succeeded: Record<string, number> = {}
  readonly failures: string[] = []

  constructor(url: string, authorization: string) {
    this.#url = new URL(url)
    this.#authorization = authorization
  }

  /** Undefined if it failed. */
  async send(kind: string, asked: PlainRequest): Promise<PlainResponse | undefined> {
    try {
      const response = await this.#request(asked)
      if (response.status >= 300) throw new Error(`${response.status} ${response.body.slice(0, 200)}`)
      this.succeeded[kind] = (this.succeeded[kind] ?? 0) + 1
      return response
    } catch (error) {
      this.failures.push(`${kind}: ${(error as Error).message}`)
      return undefined
    }
  }

  #request({ method = 'GET', path, headers, body = '', onData }: PlainRequest): Promise<PlainResponse> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#url
      const all = { authorization: this.#authorization, ...headers }
      const sent = request({ hostname, port, path, method, agent: this.#agent, headers: all }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          if (!onData?.(chunk)) return
          finish()
          response.destroy()
        })
        const { statusCode: status = 0, headers } = response
        const finish = () => resolve({ status, headers, body: text })
        response.on('end', finish)
        response.on('error', reject)
      })
      sent.on('error', reject)
      if (typeof body === 'string' || Buffer.isBuffer(body)) sent.end(body)
      else Readable.from(body).on('error', reject).pipe(sent)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
