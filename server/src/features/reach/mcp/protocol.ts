import { apiError, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { RoutedExchange } from '../../../http/exchange.ts'
import type { Protocol } from '../../../http/protocols.ts'
import { errorText } from '../../../http/reply/envelope.ts'
import { retryAfter, toWireError } from '../../../http/reply/errors.ts'
import { recordResponse } from '../../../http/reply/record.ts'
import { authenticate, readCredentials } from '../../../http/request/authenticate.ts'
import type { Bodies } from '../../../http/request/bodies.ts'
import { isDeeperThan } from '../../../http/request/json-depth.ts'
import type { RouteTable } from '../../../http/route-table.ts'
import { identifyCaller } from '../../../platform/work-context.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assertAllowedNetwork, assertOwnOrigin } from '../../../sessions/sessions.ts'

const path = '/mcp'
const maxBodyBytes = 256 * 1024
const maxDepth = 20

/**
 * MCP by streamable HTTP, without sessions: any process can answer any request, and a revoked token ends with the next one. There are no streams
 * from the server, so GET and DELETE are not supported.
 */
export const mcp = (routes: RouteTable): Protocol => ({
  path,
  methods: ['DELETE', 'GET', 'POST'],
  answer: async (app, exchange, bodies) => {
    let realm: Realm | undefined
    try {
      const { headers } = exchange
      realm = await app.realms.byHost(headers.host ?? '')
      if (realm === undefined) throw apiError('organization-not-found')
      assertOwnOrigin(headers)
      await respond(app, realm, routes, exchange, bodies)
    } catch (error) {
      sendError(app, exchange, realm, error)
    }
  },
})

async function respond(
  app: App,
  realm: Realm,
  routes: RouteTable,
  exchange: RoutedExchange,
  bodies: Bodies,
): Promise<void> {
  if (exchange.url.split('?')[0] !== path) throw apiError('path-not-found')
  await realm.decideFresh(() => {
    if (!realm.directory.setting('mcp_enabled')) throw apiError('assistants-disabled')
  })
  const user = await callerOf(app, realm, exchange)
  if (exchange.method !== 'POST') {
    throw apiError('method-not-allowed', { method: exchange.method }, { allowed_methods: ['POST'] })
  }
  if (app.config.rateLimits) exchange.allowance = app.limiter.take('api', user.id)
  const body = await readBody(exchange, bodies, user.id)
  const request = new Request(`${realm.directory.url}${path}`, {
    method: 'POST',
    headers: {
      accept: exchange.headers.accept ?? '',
      'content-type': exchange.headers['content-type'] ?? '',
      ...protocolVersion(exchange),
    },
  })
  // Loaded on first use: few organizations have assistants.
  const { answerMessage } = await import('./server.ts')
  const response = await answerMessage(routes, { app, realm, user, exchange }, request, body)
  const type = response.headers.get('content-type')
  send(app, exchange, response.status, await response.text(), type === null ? [] : ['content-type', type])
}

/** Only tokens: they have scopes, and their owners can revoke them one by one. */
async function callerOf(app: App, realm: Realm, exchange: RoutedExchange) {
  try {
    const { authorization } = exchange.headers
    if (authorization === undefined || !/^bearer /i.test(authorization))
      throw apiError('authentication-required')
    const user = await authenticate(app, realm, exchange, readCredentials(authorization), false)
    await assertAllowedNetwork(realm, exchange.address)
    identifyCaller({ user, sessionId: undefined, token: exchange.token, address: exchange.address })
    return user
  } catch (error) {
    // Guessing is hopeless, but must not be free.
    if (app.config.rateLimits) app.limiter.take('api', `mcp ${exchange.address}`)
    // Anything but a token has the wrong form, which is no reason for a client to give up.
    if (error instanceof WireError && error.reason === 'authentication-scheme-unsupported')
      throw apiError('credentials-invalid')
    throw error
  }
}

async function readBody(exchange: RoutedExchange, bodies: Bodies, userId: number): Promise<unknown> {
  const text = await bodies.readText(exchange, `mcp ${userId}`, maxBodyBytes)
  if (isDeeperThan(text, maxDepth)) throw apiError('parameter-too-deep', { parameter: 'body', max: maxDepth })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw apiError('parameter-not-json', { parameter: 'body' })
  }
  // One request is one use, for the rate limit and the audit log.
  if (Array.isArray(body)) throw apiError('assistant-batch-unsupported')
  return body
}

function protocolVersion({ headers }: RoutedExchange): Record<string, string> {
  const version = headers['mcp-protocol-version']
  return typeof version === 'string' ? { 'mcp-protocol-version': version } : {}
}

function send(app: App, exchange: RoutedExchange, status: number, text: string, headers: string[]): void {
  recordResponse(app, exchange, status)
  const length = ['content-length', String(Buffer.byteLength(text))]
  exchange.response.writeHead(status, [
    ...headers,
    ...length,
    'cache-control',
    'no-store, private',
    'x-request-id',
    exchange.id,
  ])
  exchange.response.end(text)
}

function sendError(app: App, exchange: RoutedExchange, realm: Realm | undefined, thrown: unknown): void {
  const error = toWireError(thrown)
  if (error.status >= 500)
    app.logger.error({ err: thrown, req_id: exchange.id }, 'a request of an assistant failed')
  if (exchange.response.headersSent) return void exchange.response.destroy()
  const wait = retryAfter(error)
  send(app, exchange, error.status, errorText(error), [
    'content-type',
    'application/json',
    ...(wait === undefined ? [] : ['retry-after', String(wait)]),
    ...(error.status === 405 ? ['allow', 'POST'] : []),
    ...(error.status === 401 && realm !== undefined ? ['www-authenticate', challengeOf(realm)] : []),
  ])
}

/** Tells clients where to learn how to authorize (RFC 9728). */
const challengeOf = ({ directory }: Realm) =>
  `Bearer resource_metadata="${directory.url}/.well-known/oauth-protected-resource"`
