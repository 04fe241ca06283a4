import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '@loquat/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Fields, noFields } from './form.ts'
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
  path: Record<string, string>
  endpoint: Endpoint | undefined
  response: ServerResponse
  started: number
  /** What is left of the caller's allowance, where requests are counted. */
  allowance: Allowance | undefined
}

/** One that the router brought; from here on the answer is ours to write. */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  reply.hijack()
  return {
    id: request.id,
    method: request.method,
    url: request.url,
    headers: request.headers,
    query: typeof request.query === 'string' ? request.query : '',
    body: (request.body as Fields | undefined) ?? noFields,
    path: (request.params as Record<string, string> | undefined) ?? {},
    endpoint: request.routeOptions?.config?.endpoint,
    response: reply.raw,
    // An address that cannot be read is refused before the clock starts.
    started: request.started || performance.now(),
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
    path: {},
    endpoint,
    response,
    started: performance.now(),
    allowance: undefined,
  }
}

let requests = 0
export const nextRequestId = () => `req-${(++requests).toString(36)}`
