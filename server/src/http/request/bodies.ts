import type { IncomingMessage } from 'node:http'
import { apiError, defaultBodyLimit, type Endpoint, publicBodyLimit } from '@loquat/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { spectator } from '../../directory/spectator.ts'
import { BodyBudget } from './body-budget.ts'
import { callerOf } from './caller.ts'
import { bodyTooLarge, noFields, parseMultipart, parseUrlEncoded } from './form.ts'

/**
 * Bounds the memory of request bodies. Unauthenticated bodies are small; larger ones are read only after the account
 * is authenticated. Streamed files are not buffered and not counted.
 */
export function limitBodies(app: App, server: FastifyInstance): void {
  const budget = new BodyBudget(app.limits.bodies)
  server.addHook('onClose', () => budget.close())
  server.addHook('onRequest', async (request, reply) => {
    const endpoint = request.match?.route.endpoint
    const bodyLimit = bodyLimitOf(request)
    const size = announcedSize(request.raw, bodyLimit)
    if (size === 0 || request.routeOptions.config?.untouched || endpoint?.files === 'streamed') return
    budget.expect(request.raw, Math.min(size, bodyLimit))
    if (size > bodyLimit) throw bodyTooLarge(bodyLimit)
    const isLarge = size > publicBodyLimit
    const key = isLarge && endpoint ? await accountKey(app, endpoint, request) : `address ${request.ip}`
    budget.reserve(isLarge ? 'large' : 'small', key, size, reply.raw)
  })
}

const bodyLimitOf = ({ match, routeOptions }: FastifyRequest): number =>
  match?.route.endpoint.bodyLimit ?? routeOptions.bodyLimit ?? publicBodyLimit

/** A body without an announced size counts as its maximum size. */
function announcedSize({ headers }: IncomingMessage, bodyLimit: number): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  return Number(headers['content-length'] ?? 0)
}

/** The account that sends a large body. Throws without one. */
async function accountKey(app: App, endpoint: Endpoint, request: FastifyRequest): Promise<string> {
  const { raw, originalUrl: url, ip: address } = request
  const query = parseUrlEncoded(typeof request.query === 'string' ? request.query : '')
  const realm = await app.realms.byHost(raw.headers.host ?? '')
  const exchange = { url, headers: raw.headers, address, session: undefined, allowance: undefined }
  const user = await callerOf(app, realm, endpoint, exchange, query.get('api_key'))
  if (user === undefined || user === spectator) throw bodyTooLarge(publicBodyLimit)
  return `user ${user.id}`
}

/** Reads a body. A client that does not announce the size can send more than the limit. */
function readText(payload: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      payload.off('data', take)
      reject(bodyTooLarge(limit))
    }
    payload.on('data', take)
    payload.on('end', () => resolve(Buffer.concat(chunks).toString()))
    // The client disconnected.
    payload.on('error', () => reject(apiError('body-length-mismatch')))
  })
}

const formType = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/** Parses forms. Any other body becomes the endpoint's body parameter, or is ignored. */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) =>
      parseUrlEncoded(await readText(payload, bodyLimitOf(request))),
  )
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const name = request.match?.route.endpoint.jsonBody
      const body = await readText(payload, bodyLimitOf(request))
      return name === undefined || body === '' ? noFields : new Map([[name, body]])
    },
  )
  server.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { files, bodyLimit = defaultBodyLimit } = request.match?.route.endpoint ?? {}
      if (files === 'streamed') return noFields
      const form = await parseMultipart(payload, bodyLimit, files)
      request.files = form.files
      return form.fields
    },
  )
  server.addContentTypeParser('*', (request, payload, done) => {
    if (!request.routeOptions.config.untouched) payload.resume()
    done(null, noFields)
  })
  server.addHook('onRequest', (request, _reply, done) => {
    request.started = performance.now()
    if (request.routeOptions.config?.untouched) return done()
    const { 'content-type': type, 'content-encoding': coding } = request.raw.headers
    const isUnknown = request.is404 || (request.routeOptions.config?.isApi && request.match === undefined)
    const isForm = !isUnknown && formType.test(type ?? '')
    const takesJson = request.match?.route.endpoint.jsonBody !== undefined
    if (!isForm && (takesJson || type !== undefined)) {
      request.raw.headers['content-type'] = takesJson ? 'application/json' : 'application/octet-stream'
    }
    if (coding === undefined || coding === 'identity' || isUnknown) return done()
    done(apiError('body-encoding-unsupported', { encoding: coding }))
  })
}
