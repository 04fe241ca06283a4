import type { IncomingMessage } from 'node:http'
import { apiError, type FileLimits, publicBodyLimit } from '@loquat/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { spectator } from '../../directory/spectator.ts'
import type { RoutedExchange } from '../exchange.ts'
import { BodyBudget } from './body-budget.ts'
import { callerOf } from './caller.ts'
import { bodyTooLarge, noFields, parseMultipart, parseUrlEncoded } from './form.ts'

const formType = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/**
 * Reads request bodies within a bound on their memory. Unauthenticated bodies are small; larger ones are read only after
 * the account is authenticated. Streamed files are not buffered and not counted.
 */
export class Bodies {
  readonly #app: App
  readonly #budget: BodyBudget

  constructor(app: App) {
    this.#app = app
    this.#budget = new BodyBudget(app.limits.bodies)
  }

  close(): void {
    this.#budget.close()
  }

  /** Reads the body of a call into its exchange. Undefined if there is none to wait for. */
  read(exchange: RoutedExchange): Promise<void> | undefined {
    const { request, endpoint } = exchange
    const limit = endpoint?.bodyLimit ?? publicBodyLimit
    const size = announcedSize(request, limit)
    if (size > 0 && endpoint?.files !== 'streamed') return this.#readReserved(exchange, size, limit)
    assertPlain(request)
    if (size === 0 && formTypeOf(request) === 'multipart/form-data')
      throw apiError('body-multipart-malformed')
    return undefined
  }

  /** Reads the body of a protocol of its own as text. `key` names the caller, who is authenticated if the limit is large. */
  async readText({ request, response }: RoutedExchange, key: string, limit: number): Promise<string> {
    const size = announcedSize(request, limit)
    if (size === 0) return ''
    this.#budget.expect(request, Math.min(size, limit))
    if (size > limit) throw bodyTooLarge(limit)
    this.#budget.reserve(limit > publicBodyLimit ? 'large' : 'small', key, size, response)
    assertPlain(request)
    const text = await readText(request, limit)
    this.#budget.arrived(request)
    return text
  }

  async #readReserved(exchange: RoutedExchange, size: number, limit: number): Promise<void> {
    const { request, response } = exchange
    this.#budget.expect(request, Math.min(size, limit))
    if (size > limit) throw bodyTooLarge(limit)
    if (size > publicBodyLimit) {
      this.#budget.reserve('large', await this.#accountKey(exchange), size, response)
    } else this.#budget.reserve('small', `address ${exchange.address}`, size, response)
    assertPlain(request)
    // These methods have no body with a meaning. Node discards it.
    if (request.method !== 'GET' && request.method !== 'HEAD') await readInto(exchange, limit)
    this.#budget.arrived(request)
  }

  /** The account that sends a large body. Throws without one. */
  async #accountKey(exchange: RoutedExchange): Promise<string> {
    const { endpoint, headers } = exchange
    if (endpoint === undefined) return `address ${exchange.address}`
    const realm = await this.#app.realms.byHost(headers.host ?? '')
    const key = parseUrlEncoded(exchange.query).get('api_key')
    const user = await callerOf(this.#app, realm, endpoint, exchange, key)
    if (user === undefined || user === spectator) throw bodyTooLarge(publicBodyLimit)
    return `user ${user.id}`
  }

  /** Applies the same bounds to pages, which are sent small forms. */
  limitForms(server: FastifyInstance): void {
    server.addHook('onRequest', (request, reply, done) => {
      const size = announcedSize(request.raw, publicBodyLimit)
      if (size === 0 || request.routeOptions.config?.untouched) return done()
      this.#budget.expect(request.raw, Math.min(size, publicBodyLimit))
      if (size > publicBodyLimit) return done(bodyTooLarge(publicBodyLimit))
      try {
        this.#budget.reserve('small', `address ${request.ip}`, size, reply.raw)
        done()
      } catch (error) {
        done(error as Error)
      }
    })
  }
}

const formTypeOf = ({ headers }: IncomingMessage): string | undefined =>
  formType.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase()

/** A body without an announced size counts as its maximum size. */
function announcedSize({ headers }: IncomingMessage, limit: number): number {
  if (headers['transfer-encoding'] !== undefined) return limit
  return Number(headers['content-length'] ?? 0)
}

function assertPlain({ headers }: IncomingMessage): void {
  const { 'content-encoding': encoding } = headers
  if (encoding !== undefined && encoding !== 'identity')
    throw apiError('body-encoding-unsupported', { encoding })
}

/** Parses forms. Any other body becomes the endpoint's body parameter, or is ignored. */
async function readInto(exchange: RoutedExchange, limit: number): Promise<void> {
  const { request, endpoint } = exchange
  const type = formTypeOf(request)
  if (type === 'multipart/form-data') {
    const { fields, files } = await parseMultipart(request, limit, endpoint?.files as FileLimits | undefined)
    exchange.body = fields
    exchange.files = files
  } else if (type !== undefined) {
    exchange.body = parseUrlEncoded(await readText(request, limit))
  } else if (endpoint?.jsonBody !== undefined) {
    const text = await readText(request, limit)
    if (text !== '') exchange.body = new Map([[endpoint.jsonBody, text]])
  } else request.resume()
}

/** Reads a body. A client that does not announce the size can send more than the limit. */
function readText(request: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      request.off('data', take)
      reject(bodyTooLarge(limit))
    }
    request.on('data', take)
    request.on('end', () => resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString()))
    // The client disconnected.
    request.on('error', () => reject(apiError('body-length-mismatch')))
  })
}

/** Parses the forms that pages are sent. */
export function readForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) =>
      request.routeOptions.config.untouched
        ? noFields
        : parseUrlEncoded(await readText(payload, publicBodyLimit)),
  )
  server.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      if (request.routeOptions.config.untouched) return noFields
      const { fields } = await parseMultipart(payload, publicBodyLimit, undefined)
      return fields
    },
  )
  server.addContentTypeParser('*', (request, payload, done) => {
    if (!request.routeOptions.config.untouched) payload.resume()
    done(null, noFields)
  })
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config?.untouched) return done()
    const { headers } = request.raw
    const isForm = !request.is404 && formType.test(headers['content-type'] ?? '')
    if (!isForm && headers['content-type'] !== undefined) headers['content-type'] = 'application/octet-stream'
    if (request.is404) return done()
    try {
      assertPlain(request.raw)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}
