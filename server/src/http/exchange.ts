import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '@loquat/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Fields, noFields, type SentFile } from './form.ts'
import type { Allowance } from './rate-limit.ts'

/** A request and its answer, whichever way it came. */
export interface Exchange {
  id: string
  method: string
  url: string
  headers: IncomingMessage['headers']
  /** What follows the question mark, undecoded. */
  query: string
  body: Fields
  files: readonly SentFile[]
  path: Record<string, string>
  endpoint: Endpoint | undefined
  request: IncomingMessage
  response: ServerResponse
  started: number
  /** Where it comes from, as an IP address. */
  address: string
  /** The session of a browser, once it is known. */
  sessionId: number | undefined
  cookies: readonly string[]
  /** What is left of the caller's allowance, where requests are counted. */
  allowance: Allowance | undefined
}

/** One that the router brought; from here on the answer is ours to write. */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  reply.hijack()
  return {
    id: request.id,
    method: request.method,
    url: request.originalUrl,
    headers: request.headers,
    query: typeof request.query === 'string' ? request.query : '',
    body: (request.body as Fields | undefined) ?? noFields,
    files: request.files ?? [],
    path: (request.params as Record<string, string> | undefined) ?? {},
    endpoint: request.routeOptions?.config?.endpoint,
    request: request.raw,
    response: reply.raw,
    // An address that cannot be read is refused before the clock starts.
    started: request.started || performance.now(),
    address: request.ip ?? '',
    sessionId: undefined,
    cookies: [],
    allowance: undefined,
  }
}

/** One that needs no router, because its path has no variables and its body does not matter. */
export function directExchange(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Endpoint,
): Exchange {
  const url = request.url ?? ''
  const at = url.indexOf('?')
  return {
    id: nextRequestId(),
    method: request.method ?? '',
    url,
    headers: request.headers,
    query: at === -1 ? '' : url.slice(at + 1),
    body: noFields,
    files: [],
    path: {},
    endpoint,
    request,
    response,
    started: performance.now(),
    address: request.socket.remoteAddress ?? '',
    sessionId: undefined,
    cookies: [],
    allowance: undefined,
  }
}

let requests = 0
export const nextRequestId = () => `req-${(++requests).toString(36)}`
